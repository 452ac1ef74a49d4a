// Markdown as people read it. The reader of it is loaded after the first paint; until then the text
// stands there as it was written.
import { useNavigate } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./class-names";
import { partsOf } from "./link";

type Render = (text: string) => string;

let loaded: Render | undefined;
let loading: Promise<Render> | undefined;

function loadReader(): Promise<Render> {
  loading ??= import("./markdown-reader").then(({ render }) => {
    loaded = render;
    return render;
  });
  return loading;
}

export interface MarkdownProps {
  text: string;
  className?: string;
  /** Called with the number of a box of a checklist that was pressed; without it they stay as they are. */
  onTick?: (box: number) => void;
}

const BOXES = "input[type=checkbox]";

export function Markdown({ text, className, onTick }: MarkdownProps) {
  const box = useRef<HTMLDivElement>(null);
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (!render) loadReader().then((reader) => setRender(() => reader));
  }, [render]);
  const navigate = useNavigate();
  const canTick = onTick !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings boxes of its own
  useLayoutEffect(() => {
    for (const input of box.current?.querySelectorAll<HTMLInputElement>(BOXES) ?? [])
      input.disabled = !canTick;
  }, [text, render, canTick]);
  // Links inside the board do not load it anew.
  function follow(event: MouseEvent) {
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      const boxes = [...(box.current?.querySelectorAll(BOXES) ?? [])];
      onTick?.(boxes.indexOf(event.target));
      return;
    }
    const link = (event.target as Element).closest("a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.origin !== location.origin || link.target === "_blank") return;
    event.preventDefault();
    navigate(partsOf(`${link.pathname}${link.search}${link.hash}`) as never);
  }
  const style = cx("markdown min-w-0 break-words", className);
  if (!render) return <div className={cx(style, "whitespace-pre-wrap")}>{text}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      ref={box}
      className={style}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the reader's answer went through the sanitiser
      dangerouslySetInnerHTML={{ __html: render(text) }}
    />
  );
}
