// Whether the window is such and such, and stays so.
import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = matchMedia(query);
      list.addEventListener("change", tell);
      return () => list.removeEventListener("change", tell);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this the sidebar is a drawer and the tab bar is there. */
export const useIsPhone = () => useMedia("(max-width: 767px)");
