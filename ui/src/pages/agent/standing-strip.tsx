// Why this agent does nothing, in one sentence, with the button that changes it.
import { CircleAlert, Pause } from "lucide-react";
import { useAgentVerb } from "@/api/agents";
import { sayError } from "@/api/error";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import type { AgentMenu } from "@/components/agent/agent-menu";
import { standingOf } from "@/components/agent/standing";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { toast } from "@/ui/toast";

export function StandingStrip({ agent, menu }: { agent: Agent; menu: AgentMenu }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const verb = useAgentVerb(company);
  const standing = standingOf(agent);
  if (!standing) return null;
  const isBad = standing.tone === "bad";
  const above = agent.orgChainHealth.firstInvalidAncestor ?? agent.orgChainHealth.pausedAncestors[0];
  return (
    <div
      role="status"
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5 md:px-8",
        isBad ? "bg-bad-soft" : "bg-surface-2",
      )}
    >
      {isBad ? (
        <CircleAlert size={16} className="shrink-0 text-bad" />
      ) : (
        <Pause size={16} className="shrink-0 text-text-3" />
      )}
      <span className="min-w-0 grow basis-64">
        <span className="font-medium">{t(standing.text, standing.values)}</span>
        {standing.detail && <span className="block break-words text-text-2">{standing.detail}</span>}
      </span>
      {agent.status === "error" && (
        <Button
          size="s"
          isBusy={verb.isPending}
          onClick={() =>
            verb.mutate(
              { agent: agent.id, verb: "clear-error" },
              {
                onError: (error) =>
                  toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t)),
              },
            )
          }
        >
          {t("agents.clearError")}
        </Button>
      )}
      {agent.status === "paused" && (
        <Button size="s" onClick={() => menu.togglePause(agent)}>
          {t("agents.resume")}
        </Button>
      )}
      {above && (
        <Link to={paths.agent(issuePrefix, above.id)} className="font-medium text-accent-ink hover:underline">
          {t("common.openIn", { name: above.name })}
        </Link>
      )}
    </div>
  );
}
