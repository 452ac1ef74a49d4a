// The cache of the server's answers, and when an answer counts as old.
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./error";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long answers of other days are kept. */
export const KEPT_FOR = 7 * DAY;

/** For what the bootstrap brings and the live feed keeps true. */
export const KEPT_TRUE_BY_FEED = Number.POSITIVE_INFINITY;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: KEPT_FOR,
      // The feed says what changed; looking again at every click says nothing more.
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 3 && error instanceof ApiError && error.isPassing,
      retryDelay: (attempt) => Math.min(8000, 700 * 2 ** attempt),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
