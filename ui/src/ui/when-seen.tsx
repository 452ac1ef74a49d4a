// Draws a part of a page, and so asks for what it shows, when it comes near the window.
import { type ReactNode, useEffect, useRef, useState } from "react";

export interface WhenSeenProps {
  /** The height that is kept free until then. */
  height: number;
  /** Whether what stands above it has its height, so that what is seen stays seen. */
  isReady: boolean;
  children: ReactNode;
}

const NEAR = "0px";

export function WhenSeen({ height, isReady, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !isReady) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReady]);
  return isSeen ? children : <div ref={place} style={{ height }} />;
}
