// Markdown as people read it. The reader of it is loaded after the first paint; until then the text
// stands there as it was written.
import { useEffect, useState } from "react";
import { cx } from "./class-names";

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
}

export function Markdown({ text, className }: MarkdownProps) {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (!render) loadReader().then((reader) => setRender(() => reader));
  }, [render]);
  const style = cx("markdown min-w-0 break-words", className);
  if (!render) return <div className={cx(style, "whitespace-pre-wrap")}>{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the reader's answer went through the sanitiser
  return <div className={style} dangerouslySetInnerHTML={{ __html: render(text) }} />;
}
