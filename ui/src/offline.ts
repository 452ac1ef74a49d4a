// The shell that opens without the server: registered when the first page stands, with what that page loaded.
import { whenIdle } from "./ui/idle";

const isPart = ({ name }: PerformanceEntry) => new URL(name).pathname.startsWith("/assets/");

/** Keeps the shell in the browser. Browsers do so on secure addresses and on the own machine only. */
export function keepShell() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  whenIdle(async () => {
    try {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await navigator.serviceWorker.ready;
      const parts = performance.getEntriesByType("resource").filter(isPart);
      active?.postMessage({ kind: "keep", parts: parts.map(({ name }) => name) });
    } catch {
      // A browser that keeps nothing asks the server each time.
    }
  });
}
