// When the page has drawn and nothing else is to do: the time for what nobody waits for.
import { useEffect, useState } from "react";

/** The first page has this long to ask for what it shows. */
const NOT_BEFORE = 1000;
const AT_LATEST = 3000;

let wasIdle = false;

/** Calls back when there is nothing to do; returns how to take that back. */
export function whenIdle(then: () => void): () => void {
  // Safari has no such call.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(then, AT_LATEST);
    return () => clearTimeout(timer);
  }
  let idle: number | undefined;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(then, { timeout: AT_LATEST });
  }, NOT_BEFORE);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(wasIdle);
  useEffect(() => {
    if (wasIdle) return;
    return whenIdle(() => {
      wasIdle = true;
      setIdle(true);
    });
  }, []);
  return isIdle;
}
