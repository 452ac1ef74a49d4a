// What a change answered, put where others read it.
import type { QueryClient } from "@tanstack/react-query";

/**
 * Puts the answer of a change into a cached answer, and asks for that again: what was on its way there may be
 * older than the change, and would take it back.
 */
export function putAnswer<T>(
  client: QueryClient,
  key: readonly unknown[],
  change: T | ((old: T | undefined) => T | undefined),
) {
  client.setQueryData<T>(key, change as never);
  client.invalidateQueries({ queryKey: key, exact: true });
}
