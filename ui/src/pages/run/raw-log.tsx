// The log of a run as it is stored, a part at a time.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { sayError } from "@/api/error";
import { keys } from "@/api/keys";
import { readLog } from "@/api/runs";
import { useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Failed, SkeletonRows } from "@/ui/states";
import { toast } from "@/ui/toast";

const PART = 64 * 1024;
const WHOLE = 1024 * 1024;

/** Reads all of a log and hands it to the browser as a file. */
async function download(run: string) {
  const parts: string[] = [];
  let offset: number | null | undefined = 0;
  while (offset !== null && offset !== undefined) {
    const part: Awaited<ReturnType<typeof readLog>> = await readLog(run, offset, WHOLE);
    parts.push(part.content);
    offset = part.content ? part.nextOffset : undefined;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "application/x-ndjson" }));
  link.download = `run-${run}.ndjson`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export default function RawLog({ run }: { run: string }) {
  const t = useT();
  const { id: company } = useCompany();
  const [isBusy, setBusy] = useState(false);
  const log = useInfiniteQuery({
    queryKey: keys.run(company, run, "log"),
    queryFn: ({ pageParam }) => readLog(run, pageParam, PART),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.content ? (last.nextOffset ?? undefined) : undefined),
    meta: { isKept: false },
  });
  if (log.isPending) return <SkeletonRows />;
  if (log.isError && !log.data)
    return <Failed error={log.error} what={t("run.rawLog")} onRetry={() => log.refetch()} />;
  const text = log.data?.pages.map((page) => page.content).join("") ?? "";
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex min-h-10 shrink-0 items-center justify-end border-line border-b px-4">
        <Button
          size="s"
          tone="quiet"
          icon={<Download size={13} />}
          isBusy={isBusy}
          onClick={() => {
            setBusy(true);
            download(run)
              .catch((error) =>
                toast.failed(t("errors.loadFailed", { what: t("run.rawLog") }), sayError(error, t)),
              )
              .finally(() => setBusy(false));
          }}
        >
          {t("run.download")}
        </Button>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
        tabIndex={0}
        aria-label={t("run.rawLog")}
        className="min-h-0 grow overflow-auto whitespace-pre-wrap break-all px-4 py-2 font-mono text-text-2 text-xs outline-offset-[-2px]"
      >
        {text || t("run.printedNothing")}
        {log.hasNextPage && (
          <Button
            size="s"
            isBusy={log.isFetchingNextPage}
            onClick={() => log.fetchNextPage()}
            className="my-2 flex font-sans"
          >
            {t("issues.loadMore")}
          </Button>
        )}
      </pre>
    </div>
  );
}
