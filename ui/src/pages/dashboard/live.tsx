// The wall of live runs: nothing but what works right now, with the last lines that it printed.
import { useEffect, useState } from "react";
import type { NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { listenToRun } from "@/live/output";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Empty } from "@/ui/states";
import { RunCard, useRunsWithIssues } from "./now";

const MOST = 50;
const LINES = 8;

function LastLines({ run }: { run: NamedRun }) {
  const [lines, setLines] = useState<Array<{ seq: string; text: string }>>([]);
  useEffect(
    () =>
      listenToRun(run.id, {
        log: ({ chunk, seq }) => {
          const added = chunk.split("\n").filter(Boolean);
          setLines((old) =>
            [...old, ...added.map((text, at) => ({ seq: `${seq}-${at}`, text }))].slice(-LINES),
          );
        },
      }),
    [run.id],
  );
  return (
    <pre className="h-36 overflow-hidden rounded-m bg-surface-2 px-3 py-2 font-mono text-text-2 text-xs">
      {lines.map((line) => (
        <span key={line.seq} className="block truncate">
          {line.text}
        </span>
      ))}
    </pre>
  );
}

export default function LiveWallPage() {
  const t = useT();
  const { issuePrefix } = useCompany();
  const { rows } = useRunsWithIssues(MOST);
  return (
    <Page
      title={t("dashboard.now")}
      crumbs={[{ label: t("dashboard.title"), to: paths.dashboard(issuePrefix) }]}
    >
      {rows.length === 0 ? (
        <Empty title={t("dashboard.nobody")}>{t("dashboard.nobodyWhy")}</Empty>
      ) : (
        <div className="grid gap-4 p-4 md:grid-cols-2 xl:grid-cols-3">
          {rows.map(({ run, issue }) => (
            <div key={run.id} className="flex flex-col gap-1">
              <RunCard run={run} issue={issue} />
              <LastLines run={run} />
            </div>
          ))}
        </div>
      )}
    </Page>
  );
}
