// The thread: comments, changes and runs in one order, with a filter and what is older.
import { useMemo } from "react";
import { useOlderComments, useTakeBackComment, useWaitingComments, useWithdrawComment } from "@/api/thread";
import type { IssuePage } from "@/api/types";
import { useCompany } from "@/company";
import { useSearch } from "@/navigation";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { Failed } from "@/ui/states";
import { CommentBlock } from "./comment-block";
import { EventLine, EventRow } from "./event-line";
import { RunBlock } from "./run-block";
import { type ThreadFilter, threadOf } from "./thread";

export interface ThreadViewProps {
  page: IssuePage;
  issueKey: string;
  hasLiveRun: boolean;
  onQuote: (text: string) => void;
}

const FILTERS: readonly ThreadFilter[] = ["all", "talk", "work"];

export function ThreadView({ page, issueKey, hasLiveRun, onQuote }: ThreadViewProps) {
  const t = useT();
  const { id: company } = useCompany();
  const [search, setSearch] = useSearch();
  const filter = FILTERS.find((one) => one === search.thread) ?? "all";
  const { issue } = page;
  const older = useOlderComments(company, issueKey, page.commentsContinueAfter);
  const mayWait = hasLiveRun || !!issue.executionBlocker || issue.scheduledRetry != null;
  const { data: queue } = useWaitingComments(company, issueKey, mayWait);
  const waiting = useMemo(
    () => new Map((mayWait ? queue?.entries : [])?.map((entry) => [entry.comment.id, entry])),
    [queue, mayWait],
  );
  const takeBack = useTakeBackComment(company, { id: issue.id, key: issueKey });
  const withdraw = useWithdrawComment(company, { id: issue.id, key: issueKey });

  const items = useMemo(
    () =>
      threadOf(
        {
          comments: page.comments,
          activity: page.activity,
          runs: page.runs,
          older: older.data?.pages.flat() ?? [],
          hasOlder: !!page.commentsContinueAfter && (!older.data || older.hasNextPage),
        },
        filter,
      ),
    [page, older.data, older.hasNextPage, filter],
  );

  return (
    <section aria-label={t("issue.thread")} className="flex flex-col gap-1.5">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-semibold">{t("issue.thread")}</h3>
        <Segmented
          label={t("common.filter")}
          value={filter}
          onValue={(value) => setSearch({ thread: value === "all" ? undefined : value })}
          options={[
            { value: "all", label: t("common.all") },
            { value: "talk", label: t("issue.talk") },
            { value: "work", label: t("issue.work") },
          ]}
        />
      </div>
      {items.length === 0 && <p className="py-4 text-text-3">{t("issue.nothingSaid")}</p>}
      {items.map((item) => {
        if (item.kind === "older")
          return older.isError ? (
            <Failed
              key={item.id}
              isInline
              error={older.error}
              what={t("issue.olderComments")}
              onRetry={() => older.fetchNextPage()}
            />
          ) : (
            <Button
              key={item.id}
              size="s"
              tone="quiet"
              isBusy={older.isFetching}
              onClick={() => older.fetchNextPage()}
              className="self-center"
            >
              {t("issue.showOlder")}
            </Button>
          );
        if (item.kind === "event") return <EventLine key={item.id} entry={item.entry} />;
        if (item.kind === "events") return <EventRow key={item.id} entries={item.entries} />;
        if (item.kind === "run")
          return (
            <RunBlock
              key={item.id}
              run={item.run}
              isHeld={issue.executionBlocker?.runId === item.run.runId}
            />
          );
        const { comment } = item;
        const entry = waiting.get(comment.id);
        return (
          <div
            key={item.id}
            className="py-1 [contain-intrinsic-size:auto_100px] [content-visibility:auto] focus-within:[content-visibility:visible]"
          >
            <CommentBlock
              comment={comment}
              isWaiting={!!entry}
              onQuote={onQuote}
              onTakeBack={() =>
                entry?.canDiscard && queue?.queueId
                  ? withdraw.mutate({
                      comment: comment.id,
                      seen: { queueId: queue.queueId, revision: queue.revision },
                    })
                  : takeBack.mutate(comment.id)
              }
            />
          </div>
        );
      })}
    </section>
  );
}
