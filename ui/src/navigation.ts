// Where we are and how to go elsewhere: parts of the address, what stands behind the question mark.
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Search } from "./search-params";
import { partsOf } from "./ui/link";

/** A part of the address, as in `issues/$issue`. */
export function useParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const value = params[name];
  if (value === undefined) throw new Error(`The address has no part ${name}.`);
  return value;
}

/** What stands behind the question mark, and how to change it without leaving the page. */
export function useSearch(): [
  Search,
  (change: Record<string, string | undefined>, isStep?: boolean) => void,
] {
  const search: Search = useLocation({ select: (location) => location.search as Search });
  const navigate = useNavigate();
  const change = useCallback(
    (values: Record<string, string | undefined>, isStep = false) => {
      const next = (old: Search) => {
        const merged = Object.entries({ ...old, ...values }).filter(([, value]) => value);
        return Object.fromEntries(merged);
      };
      navigate({ to: ".", search: next, replace: !isStep, resetScroll: false } as never);
    },
    [navigate],
  );
  return [search, change];
}

/** Goes to an address as the path builder makes it. */
export function useGo(): (address: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (address, options) => navigate({ ...partsOf(address), ...options } as never),
    [navigate],
  );
}
