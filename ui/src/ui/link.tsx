// A link inside the board. Takes a whole address, as the path builder makes it.
import { Link as RouterLink } from "@tanstack/react-router";
import type { ComponentProps, ComponentType } from "react";
import { readSearch } from "@/search-params";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Loads the page's code and data before the click. */
  preload?: false | "intent";
  replace?: boolean;
}

// The router types its own paths; ours come from one builder and are checked by its tests.
const Anchor = RouterLink as ComponentType<object>;

/** The parts that the router wants of an address. */
export function partsOf(address: string) {
  const url = new URL(address, "http://board");
  return { to: url.pathname, search: readSearch(url.search), hash: url.hash.slice(1) || undefined };
}

export function Link({ to, preload = "intent", ...rest }: LinkProps) {
  const parts = partsOf(to);
  return <Anchor {...{ ...parts, preload, preloadDelay: 80, ...rest }} />;
}
