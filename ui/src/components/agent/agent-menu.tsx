// What can be done with an agent, the same in the list, on its page and on the org chart, with the
// questions before what cannot be undone.
import { CirclePlay, CircleX, Copy, Eraser, Pause, Play, RotateCcw, SquarePen, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDeleteAgent, useInvoke, useResetSession } from "@/api/agent-parts";
import { useAgentVerb, usePauseAgent } from "@/api/agents";
import { sayError } from "@/api/error";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Confirm } from "@/ui/dialog";
import type { MenuEntry } from "@/ui/menu";
import { toast } from "@/ui/toast";

export interface AgentMenu {
  entriesOf: (agent: Agent) => MenuEntry[];
  togglePause: (agent: Agent) => void;
  runNow: (agent: Agent) => void;
  /** The questions; to be put anywhere on the page. */
  questions: ReactNode;
}

export function useAgentMenu(onGone?: () => void): AgentMenu {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [asked, setAsked] = useState<{ agent: Agent; verb: "terminate" | "delete" }>();
  const invoke = useInvoke(company);
  const pause = usePauseAgent(company);
  const verb = useAgentVerb(company);
  const remove = useDeleteAgent(company);
  const reset = useResetSession(company);

  const failed = (agent: Agent) => (error: Error) => {
    toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t));
  };

  function runNow(agent: Agent) {
    invoke.mutate(agent.id, {
      onError: (error) => toast.failed(t("agents.notStarted", { name: agent.name }), sayError(error, t)),
      onSuccess: (answer) => {
        if (!("id" in answer)) {
          toast.failed(t("agents.notStarted", { name: agent.name }), answer.message);
          return;
        }
        toast.made(t("agents.started", { name: agent.name }), {
          label: t("agents.watch"),
          onClick: () => go(paths.run(issuePrefix, agent.urlKey, answer.id)),
        });
      },
    });
  }

  function togglePause(agent: Agent) {
    const isPaused = agent.status !== "paused";
    const said = t(isPaused ? "agents.paused" : "agents.resumed", { name: agent.name });
    pause.mutate({ agent, isPaused, said });
  }

  function confirm() {
    if (!asked) return;
    const { agent } = asked;
    const options = {
      onError: failed(agent),
      onSuccess: () => {
        setAsked(undefined);
        if (asked.verb === "delete") onGone?.();
      },
    };
    if (asked.verb === "delete") remove.mutate(agent.id, options);
    else verb.mutate({ agent: agent.id, verb: "terminate" }, options);
  }

  function entriesOf(agent: Agent): MenuEntry[] {
    const isGone = agent.status === "terminated";
    const isPaused = agent.status === "paused";
    const working: MenuEntry[] = [
      {
        id: "assign",
        label: t("agents.assign"),
        icon: <SquarePen size={14} />,
        onSelect: () => openNewIssue({ assigneeAgentId: agent.id }),
      },
      {
        id: "run",
        label: t("agents.runNow"),
        icon: <CirclePlay size={14} />,
        onSelect: () => runNow(agent),
      },
      {
        id: "pause",
        label: isPaused ? t("agents.resume") : t("agents.pause"),
        icon: isPaused ? <Play size={14} /> : <Pause size={14} />,
        onSelect: () => togglePause(agent),
      },
      ...(agent.status === "error"
        ? [
            {
              id: "clear",
              label: t("agents.clearError"),
              icon: <Eraser size={14} />,
              onSelect: () =>
                verb.mutate({ agent: agent.id, verb: "clear-error" }, { onError: failed(agent) }),
            },
          ]
        : []),
      {
        id: "reset",
        label: t("agents.resetSession"),
        icon: <RotateCcw size={14} />,
        onSelect: () =>
          reset.mutate(agent.id, {
            onError: failed(agent),
            onSuccess: () => toast.done(t("agents.sessionReset", { name: agent.name })),
          }),
      },
      { kind: "separator", id: "line" },
    ];
    return [
      ...(isGone ? [] : working),
      {
        id: "copy",
        label: t("agents.copyId"),
        icon: <Copy size={14} />,
        onSelect: () => navigator.clipboard.writeText(agent.id),
      },
      ...(isGone
        ? []
        : [
            {
              id: "terminate",
              label: t("agents.terminate"),
              icon: <CircleX size={14} />,
              isDanger: true,
              onSelect: () => setAsked({ agent, verb: "terminate" as const }),
            },
          ]),
      {
        id: "delete",
        label: t("agents.delete"),
        icon: <Trash2 size={14} />,
        isDanger: true,
        onSelect: () => setAsked({ agent, verb: "delete" as const }),
      },
    ];
  }

  const name = asked?.agent.name ?? "";
  const isDelete = asked?.verb === "delete";
  const questions = asked && (
    <Confirm
      isOpen
      onClose={() => setAsked(undefined)}
      title={t(isDelete ? "agents.deleteTitle" : "agents.terminateTitle", { name })}
      action={t(isDelete ? "agents.delete" : "agents.terminate")}
      onConfirm={confirm}
      isBusy={remove.isPending || verb.isPending}
      {...(isDelete ? { typedName: name, typedLabel: t("agents.typeName", { name }) } : {})}
    >
      {t(isDelete ? "agents.deleteWhy" : "agents.terminateWhy", { name })}
    </Confirm>
  );

  return { entriesOf, togglePause, runNow, questions };
}
