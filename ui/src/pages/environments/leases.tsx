// Who holds a place in an environment, and which places are kept for later.
import { useAgentsById } from "@/api/agents";
import { useLeases, useLetGo } from "@/api/environments";
import { sayError } from "@/api/error";
import { useLiveRuns } from "@/api/runs";
import type { Environment, Lease } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { ShortId } from "@/ui/short-id";
import { Failed, Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

const ENDED = new Set(["released", "expired"]);

function LeaseRow({ lease }: { lease: Lease }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const { data: runs = [] } = useLiveRuns(company);
  const formats = useFormats();
  const letGo = useLetGo(company);
  const run = runs.find((one) => one.id === lease.heartbeatRunId);
  const agent = useAgentsById(company)?.get(run?.agentId ?? "");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <span className="w-36 shrink-0">
        <StatusChip status={lease.status} />
      </span>
      <span className="min-w-0 grow basis-48">
        {run ? (
          <Link
            to={paths.run(issuePrefix, agent?.urlKey ?? run.agentId, run.id)}
            className="inline-flex max-w-full items-center gap-1.5 rounded-s font-medium hover:underline"
          >
            <Avatar kind="agent" id={run.agentId} name={run.agentName} icon={agent?.icon} size={18} />
            <span className="truncate">{run.agentName}</span>
          </Link>
        ) : lease.issueId ? (
          <Link
            to={paths.issue(issuePrefix, lease.issueId)}
            className="rounded-s font-medium hover:underline"
          >
            {t("environments.keptForIssue")}
          </Link>
        ) : (
          <span className="text-text-2">{t(`environments.policy_${lease.leasePolicy}`)}</span>
        )}
        {lease.failureReason && (
          <span className="block break-words text-bad-ink text-xs">{lease.failureReason}</span>
        )}
        <span className="block text-text-3 text-xs">
          {t("environments.lastUsed")} <Time at={lease.lastUsedAt} />
          {lease.expiresAt && (
            <>
              {" · "}
              {t("environments.until", { time: formats.dateTime(lease.expiresAt) })}
            </>
          )}
        </span>
      </span>
      {lease.providerLeaseId && (
        <ShortId id={lease.providerLeaseId} shown={lease.providerLeaseId.slice(0, 14)} />
      )}
      {lease.status === "retained" && (
        <Button
          size="s"
          isBusy={letGo.isPending}
          onClick={() =>
            letGo.mutate(lease.id, {
              onSuccess: () => toast.done(t("environments.wasLetGo")),
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: t("environments.place") }), sayError(error, t)),
            })
          }
        >
          {t("environments.letGo")}
        </Button>
      )}
    </li>
  );
}

export function Leases({ environment }: { environment: Environment }) {
  const t = useT();
  const { id: company } = useCompany();
  const list = useLeases(company, environment.id);
  if (list.isPending) return <Skeleton className="mx-4 my-3 h-4 w-1/3" />;
  if (list.isError && !list.data)
    return (
      <Failed isInline error={list.error} what={t("environments.places")} onRetry={() => list.refetch()} />
    );
  const held = list.data.filter((lease) => !ENDED.has(lease.status));
  if (held.length === 0) return <p className="px-4 py-2.5 text-text-3">{t("environments.nobodyHere")}</p>;
  return (
    <ul className="divide-y divide-line" aria-label={t("environments.places")}>
      {held.map((lease) => (
        <LeaseRow key={lease.id} lease={lease} />
      ))}
    </ul>
  );
}
