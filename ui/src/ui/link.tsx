// A link inside the board. Takes a whole address, as the path builder makes it. It is a plain link that
// asks the router to go, because a list has hundreds of them.
import { useRouter } from "@tanstack/react-router";
import { type ComponentProps, type MouseEvent, useRef } from "react";
import { readSearch } from "@/search-params";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Whether the page's code is loaded before the click. */
  isPreloaded?: boolean;
  replace?: boolean;
}

const PRELOAD_AFTER = 80;

/** The parts that the router wants of an address. */
export function partsOf(address: string) {
  const url = new URL(address, "http://board");
  return { to: url.pathname, search: readSearch(url.search), hash: url.hash.slice(1) || undefined };
}

/** Whether the browser is to do with a click what it always does, such as open a new tab. */
const isBrowsers = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  event.currentTarget.target === "_blank";

export function Link({ to, isPreloaded = true, replace = false, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function preloadSoon() {
    if (!isPreloaded) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A page that cannot be loaded ahead is loaded when it is opened, and says so then.
      router.preloadRoute(partsOf(to) as never).catch(() => undefined);
    }, PRELOAD_AFTER);
  }
  const forget = () => clearTimeout(timer.current);

  return (
    <a
      href={to}
      onMouseEnter={preloadSoon}
      onMouseLeave={forget}
      onFocus={preloadSoon}
      onBlur={forget}
      onTouchStart={preloadSoon}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (isBrowsers(event)) return;
        event.preventDefault();
        router.navigate({ ...partsOf(to), replace } as never);
      }}
    />
  );
}
