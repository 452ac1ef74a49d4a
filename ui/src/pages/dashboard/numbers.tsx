// The company in numbers, each with the list behind it, and its runs by day.
import type { ReactNode } from "react";
import { useDashboard } from "@/api/companies";
import type { Dashboard } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Chart } from "@/ui/chart";
import { Link } from "@/ui/link";
import { Meter } from "@/ui/meter";
import { Money } from "@/ui/money";
import { Failed, Skeleton } from "@/ui/states";

const OPEN = "backlog,todo,in_progress,in_review,blocked";

function Tile({
  to,
  label,
  value,
  children,
}: {
  to?: string;
  label: string;
  value: ReactNode;
  children: ReactNode;
}) {
  const content = (
    <>
      <span className="block text-text-3 text-xs">{label}</span>
      <span className="tabular block font-semibold text-xl">{value}</span>
      <span className="block text-text-3 text-xs">{children}</span>
    </>
  );
  const look = "block min-w-0 bg-surface px-4 py-3 transition-colors";
  return to ? (
    <Link to={to} className={`${look} hover:bg-surface-2`}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}

/** Cancelled runs are their own band and do not lower the rate. */
export function successOf(days: Dashboard["runActivity"]): { rate: number | undefined; counted: number } {
  const good = days.reduce((sum, day) => sum + day.succeeded + day.recovered, 0);
  const counted = good + days.reduce((sum, day) => sum + day.failed, 0);
  return { rate: counted > 0 ? good / counted : undefined, counted };
}

function Tiles({ data }: { data: Dashboard }) {
  const t = useT();
  const formats = useFormats();
  const { issuePrefix } = useCompany();
  const { agents, tasks, costs } = data;
  const success = successOf(data.runActivity);
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-l border border-line bg-line lg:grid-cols-4">
      <Tile
        to={paths.agents(issuePrefix)}
        label={t("dashboard.agents")}
        value={formats.number(agents.active + agents.running + agents.paused + agents.error)}
      >
        {t("dashboard.agentsFacts", { running: agents.running, paused: agents.paused, error: agents.error })}
      </Tile>
      <Tile
        to={paths.issues(issuePrefix, { status: OPEN })}
        label={t("dashboard.open")}
        value={formats.number(tasks.open)}
      >
        {t("dashboard.openFacts", { inProgress: tasks.inProgress, blocked: tasks.blocked })}
      </Tile>
      <Tile
        to={paths.runs(issuePrefix)}
        label={t("dashboard.success")}
        value={success.rate === undefined ? "–" : formats.percent(success.rate)}
      >
        {success.counted === 0
          ? t("dashboard.noRuns")
          : t("dashboard.successFacts", { count: success.counted })}
      </Tile>
      {costs.monthBudgetCents > 0 || costs.monthSpendCents > 0 ? (
        <Tile
          to={paths.costs(issuePrefix)}
          label={t("dashboard.spend")}
          value={<Money cents={costs.monthSpendCents} />}
        >
          {costs.monthBudgetCents > 0 ? (
            <>
              {t("dashboard.spendOf", { budget: formats.money(costs.monthBudgetCents) })}
              <Meter
                className="mt-1.5"
                label={t("dashboard.spend")}
                share={costs.monthSpendCents / costs.monthBudgetCents}
              />
            </>
          ) : (
            t("dashboard.spendFree")
          )}
        </Tile>
      ) : (
        <Tile
          to={paths.issues(issuePrefix, { status: "done" })}
          label={t("dashboard.done")}
          value={formats.number(tasks.done)}
        >
          {t("dashboard.doneFacts")}
        </Tile>
      )}
    </div>
  );
}

export function Numbers() {
  const t = useT();
  const formats = useFormats();
  const { id } = useCompany();
  const { data, error, isPending, refetch } = useDashboard(id);
  if (!data)
    return (
      <Section title={t("dashboard.numbers")}>
        {isPending ? (
          <Skeleton className="h-20 w-full rounded-l" />
        ) : (
          <Failed isInline error={error} what={t("dashboard.numbers")} onRetry={refetch} />
        )}
      </Section>
    );
  return (
    <Section title={t("dashboard.numbers")}>
      <Tiles data={data} />
      <Card className="mt-3 px-4 py-3">
        <Chart
          title={t("dashboard.runsPerDay")}
          series={[
            { id: "succeeded", label: t("dashboard.succeeded"), colour: "text-good" },
            { id: "recovered", label: t("dashboard.recovered"), colour: "text-working" },
            { id: "failed", label: t("dashboard.failed"), colour: "text-bad" },
            { id: "other", label: t("dashboard.other"), colour: "text-stopped" },
          ]}
          points={data.runActivity.map((day) => ({
            id: day.date,
            label: formats.date(`${day.date}T12:00:00`),
            values: {
              succeeded: day.succeeded,
              recovered: day.recovered,
              failed: day.failed,
              other: day.other,
            },
          }))}
          format={formats.number}
        />
      </Card>
    </Section>
  );
}
