// The log of what was done, by days: the same for a company and for one agent, project or goal.
import { Activity } from "lucide-react";
import { useMemo, useState } from "react";
import { type ActivityQuery, useActivity } from "@/api/activity";
import type { ActivityEntry } from "@/api/types";
import { useCompany } from "@/company";
import { Deed, DeedMark, isTechnical } from "@/components/deed";
import { useFormats, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { VirtualList } from "@/ui/virtual-list";
import { type Burst, byDay } from "./by-day";

const STEP = 200;
const MOST = 1000;

export interface ActivityLogProps {
  query: ActivityQuery;
  /** Shows what machines write for machines, too. */
  hasTechnical?: boolean;
  /** Leaves out more. */
  fits?: (entry: ActivityEntry) => boolean;
}

function Line({ burst }: { burst: Burst }) {
  const t = useT();
  const { entry, folded } = burst;
  return (
    <div className="flex min-h-9 items-start gap-2.5 px-4 py-1.5 hover:bg-surface-2/70 md:px-8">
      <span className="mt-px">
        <DeedMark entry={entry} size={18} />
      </span>
      <span className="min-w-0 grow text-text-2">
        <Deed entry={entry} />
        {folded.length > 0 && (
          <span className="ml-1.5 text-text-3">{t("activity.times", { count: folded.length + 1 })}</span>
        )}
      </span>
      <Time at={entry.createdAt} className="shrink-0 whitespace-nowrap text-text-3 text-xs leading-5" />
    </div>
  );
}

export function ActivityLog({ query, hasTechnical = false, fits }: ActivityLogProps) {
  const t = useT();
  const formats = useFormats();
  const { id: company } = useCompany();
  const [limit, setLimit] = useState(STEP);
  const log = useActivity(company, { ...query, limit });
  const lines = useMemo(
    () =>
      byDay(
        (log.data ?? []).filter((entry) => (hasTechnical || !isTechnical(entry)) && (!fits || fits(entry))),
      ),
    [log.data, hasTechnical, fits],
  );
  const isWhole = (log.data?.length ?? 0) < limit;
  const more = () => {
    // The log has no cursor: more of it is a longer answer.
    if (!isWhole && !log.isFetching && limit < MOST) setLimit(Math.min(MOST, limit * 2));
  };

  if (log.isPending) return <SkeletonRows count={12} />;
  if (log.isError && !log.data)
    return <Failed error={log.error} what={t("activity.title")} onRetry={() => log.refetch()} />;
  if (lines.length === 0)
    return (
      <Empty icon={<Activity size={20} />} title={t("activity.empty")}>
        {t("activity.emptyWhy")}
      </Empty>
    );
  return (
    <VirtualList
      heldAs={JSON.stringify(query)}
      label={t("activity.title")}
      items={lines}
      keyOf={(line) => `${line.kind}-${line.id}`}
      heightOf={() => 36}
      onEnd={more}
      footer={
        !isWhole && limit < MOST ? (
          <div className="px-4 py-3 md:px-8">
            <Button tone="quiet" isBusy={log.isFetching} onClick={more}>
              {t("common.showMore")}
            </Button>
          </div>
        ) : (
          <p className="px-4 py-4 text-text-3 text-xs md:px-8">
            {isWhole ? t("activity.begins") : t("activity.older", { count: MOST })}
          </p>
        )
      }
      render={(line) =>
        line.kind === "day" ? (
          <h2 className="bg-surface-2 px-4 py-1.5 font-medium text-text-2 text-xs md:px-8">
            {formats.date(line.at)}
          </h2>
        ) : (
          <Line burst={line.burst} />
        )
      }
    />
  );
}
