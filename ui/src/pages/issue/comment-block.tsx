// A comment: who, when, the text, and what can be done with it.
import { Clock, Copy, Ellipsis, Link2, Reply, Undo2 } from "lucide-react";
import { isOnItsWay } from "@/api/thread";
import type { Comment } from "@/api/types";
import { me } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Markdown } from "@/ui/markdown";
import { Menu, type MenuEntry } from "@/ui/menu";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

export interface CommentBlockProps {
  comment: Comment;
  /** The agent is told of it when its next run starts. */
  isWaiting: boolean;
  onQuote: (text: string) => void;
  onTakeBack: () => void;
}

export function CommentBlock({ comment, isWaiting, onQuote, onTakeBack }: CommentBlockProps) {
  const t = useT();
  const find = useWho();
  const agent = comment.authorAgentId ?? comment.derivedAuthorAgentId;
  const who = agent
    ? find("agent", agent)
    : comment.authorUserId
      ? find("person", comment.authorUserId)
      : { kind: "person" as const, id: "system", name: t("common.system") };
  const isMine = comment.authorType === "user" && comment.authorUserId === me();
  const isSending = isOnItsWay(comment);

  if (comment.deletedAt)
    return (
      <p className="py-1 pl-8 text-text-3 text-xs italic">
        {t("issue.takenBack", { name: who?.name ?? "…" })}
      </p>
    );

  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast.done(t("common.copied"));
  };
  const entries: MenuEntry[] = [
    {
      id: "quote",
      label: t("issue.quote"),
      icon: <Reply size={14} />,
      onSelect: () => onQuote(comment.body),
    },
    { id: "copy", label: t("issue.copyText"), icon: <Copy size={14} />, onSelect: () => copy(comment.body) },
    {
      id: "link",
      label: t("issues.copyLink"),
      icon: <Link2 size={14} />,
      onSelect: () => copy(`${location.origin}${location.pathname}#comment-${comment.id}`),
    },
    ...(isMine
      ? [
          { kind: "separator" as const, id: "line" },
          {
            id: "delete",
            label: t("issue.takeBack"),
            icon: <Undo2 size={14} />,
            isDanger: true,
            onSelect: onTakeBack,
          },
        ]
      : []),
  ];

  return (
    <article
      id={`comment-${comment.id}`}
      aria-label={t("issue.commentOf", { name: who?.name ?? "…" })}
      className={cx(
        "group scroll-mt-16 rounded-l border border-line px-3.5 pt-2 pb-3 target:border-accent",
        isSending && "opacity-60",
      )}
    >
      <header className="-mr-1.5 mb-1 flex min-h-7 items-center gap-2">
        <WhoMark who={who} size={20} />
        <span className="truncate font-medium">{who?.name}</span>
        {isSending ? (
          <span className="text-text-3 text-xs">{t("issue.sending")}</span>
        ) : (
          <Time at={comment.createdAt} className="whitespace-nowrap text-text-3 text-xs" />
        )}
        {isWaiting && (
          <span className="inline-flex items-center gap-1 text-text-3 text-xs">
            <Clock size={12} />
            {t("issue.waits")}
          </span>
        )}
        <span className="grow" />
        {!isSending && (
          <Menu entries={entries} align="end">
            <IconButton
              label={t("common.more")}
              icon={<Ellipsis size={15} />}
              hasTooltip={false}
              className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
            />
          </Menu>
        )}
      </header>
      <Markdown text={comment.body} />
    </article>
  );
}
