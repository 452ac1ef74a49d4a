// Writing Markdown: a text area that grows, a toolbar, lists that go on by themselves, and mentions.
import { Bold, Code, Italic, Link2, List, ListChecks, Quote } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useT } from "@/texts/locale";
import { IconButton } from "./button";
import { cx } from "./class-names";
import { continueList, type Edit, link, mentionAt, prefixLines, wrap } from "./markdown-edit";

export interface Mention {
  id: string;
  /** What is shown and found by. */
  label: string;
  /** What is put into the text. */
  text: string;
  icon?: ReactNode;
}

export interface ComposerHandle {
  focus: () => void;
}

export interface ComposerProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  placeholder?: string;
  /** `⌘Enter`. */
  onSubmit?: () => void;
  /** Escape; without it Escape leaves the field. */
  onCancel?: () => void;
  /** Who can be mentioned with `@`. */
  mentions?: readonly Mention[];
  /** Beside the toolbar: the button that sends. */
  actions?: ReactNode;
  isPlain?: boolean;
  minRows?: number;
  className?: string;
  handle?: Ref<ComposerHandle>;
}

const MOST_MENTIONS = 6;

export function Composer(props: ComposerProps) {
  const {
    label,
    value,
    onValue,
    placeholder,
    onSubmit,
    onCancel,
    mentions = [],
    actions,
    isPlain,
    minRows = 2,
  } = props;
  const t = useT();
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [asked, setAsked] = useState<{ from: number; typed: string }>();
  const [chosen, setChosen] = useState(0);
  useImperativeHandle(props.handle, () => ({ focus: () => area.current?.focus() }));

  const found = asked
    ? mentions
        .filter((one) => one.label.toLowerCase().includes(asked.typed.toLowerCase()))
        .slice(0, MOST_MENTIONS)
    : [];

  function edit(change: (edit: Edit) => Edit | undefined): boolean {
    const field = area.current;
    if (!field) return false;
    const next = change({ text: field.value, start: field.selectionStart, end: field.selectionEnd });
    if (!next) return false;
    onValue(next.text);
    // After the new text is in the field, which is when the selection can be put back.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(next.start, next.end);
    });
    return true;
  }

  function mention(one: Mention) {
    if (!asked) return;
    const { from, typed } = asked;
    edit(({ text }) => {
      const caret = from + one.text.length + 1;
      return {
        text: `${text.slice(0, from)}${one.text} ${text.slice(from + typed.length + 1)}`,
        start: caret,
        end: caret,
      };
    });
    setAsked(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isCommand = event.metaKey || event.ctrlKey;
    if (found.length > 0 && !isCommand) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        setChosen((chosen + step + found.length) % found.length);
        return;
      }
      const one = found[chosen];
      if ((event.key === "Enter" || event.key === "Tab") && one) {
        event.preventDefault();
        mention(one);
        return;
      }
      if (event.key === "Escape") {
        event.stopPropagation();
        setAsked(undefined);
        return;
      }
    }
    if (isCommand && event.key === "Enter" && onSubmit) {
      event.preventDefault();
      onSubmit();
    } else if (isCommand && event.key === "b" && edit((now) => wrap(now, "**"))) event.preventDefault();
    else if (isCommand && event.key === "i" && edit((now) => wrap(now, "_"))) event.preventDefault();
    else if (isCommand && event.key === "e" && edit((now) => wrap(now, "`"))) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey && !isCommand && edit(continueList))
      event.preventDefault();
    else if (event.key === "Escape") {
      // The first leaves the field, so that the page's keys work again; the next is the page's.
      event.stopPropagation();
      if (onCancel) onCancel();
      else event.currentTarget.blur();
    }
  }

  const tools = [
    { id: "bold", label: t("editor.bold"), keys: "$mod+b", icon: Bold, run: (now: Edit) => wrap(now, "**") },
    {
      id: "italic",
      label: t("editor.italic"),
      keys: "$mod+i",
      icon: Italic,
      run: (now: Edit) => wrap(now, "_"),
    },
    { id: "code", label: t("editor.code"), keys: "$mod+e", icon: Code, run: (now: Edit) => wrap(now, "`") },
    { id: "link", label: t("editor.link"), icon: Link2, run: link },
    { id: "list", label: t("editor.list"), icon: List, run: (now: Edit) => prefixLines(now, "- ") },
    {
      id: "tasks",
      label: t("editor.tasks"),
      icon: ListChecks,
      run: (now: Edit) => prefixLines(now, "- [ ] "),
    },
    { id: "quote", label: t("editor.quote"), icon: Quote, run: (now: Edit) => prefixLines(now, "> ") },
  ];

  return (
    <div
      className={cx(
        "relative",
        !isPlain &&
          "rounded-m border border-line-strong/80 bg-surface shadow-s transition-colors focus-within:border-accent focus-within:ring-2 focus-within:ring-accent/25",
        props.className,
      )}
    >
      <textarea
        ref={area}
        aria-label={label}
        aria-autocomplete={mentions.length > 0 ? "list" : undefined}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        value={value}
        rows={minRows}
        placeholder={placeholder}
        style={{ minHeight: minRows * 20 + 12 }}
        onChange={(event) => {
          onValue(event.target.value);
          setAsked(
            mentions.length > 0 ? mentionAt(event.target.value, event.target.selectionStart) : undefined,
          );
          setChosen(0);
        }}
        onBlur={() => setTimeout(() => setAsked(undefined), 150)}
        onKeyDown={onKeyDown}
        className={cx(
          "field-sizing-content block max-h-[50vh] w-full resize-none bg-transparent outline-none",
          isPlain ? "px-0" : "px-3 pt-2.5",
        )}
      />
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t("editor.mention")}
          className={cx(
            "rising absolute z-50 min-w-52 rounded-l border border-line bg-overlay p-1 shadow-l",
            // A plain field stands at the top of a dialog, the other at the bottom of a thread.
            isPlain ? "top-full left-0 mt-1" : "bottom-full left-2 mb-1",
          )}
        >
          {found.map((one, at) => (
            <div
              key={one.id}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                mention(one);
              }}
              className={cx(
                "flex min-h-7 items-center gap-2 rounded-m px-2",
                at === chosen && "bg-surface-3/80",
              )}
            >
              {one.icon}
              {one.label}
            </div>
          ))}
        </div>
      )}
      <div className={cx("flex items-center gap-0.5", isPlain ? "-ml-1.5 mt-1" : "px-1.5 pt-1 pb-1.5")}>
        <div
          role="toolbar"
          aria-label={t("editor.toolbar")}
          className="flex min-w-0 grow items-center overflow-x-auto [scrollbar-width:none]"
        >
          {tools.map(({ id, icon: Icon, run, ...tool }) => (
            <IconButton key={id} {...tool} icon={<Icon size={14} />} onClick={() => edit(run)} />
          ))}
        </div>
        {actions}
      </div>
    </div>
  );
}
