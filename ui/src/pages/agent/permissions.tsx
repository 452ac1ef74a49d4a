// What an agent may do beside its work.

import { useSetPermissions } from "@/api/agent-parts";
import { useAgent } from "@/api/agents";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Failed, SkeletonRows } from "@/ui/states";
import { Switch } from "@/ui/switch";
import { toast } from "@/ui/toast";
import type { SectionProps } from "./agent";

export default function Permissions({ agent }: SectionProps) {
  const t = useT();
  const { id: company } = useCompany();
  const detail = useAgent(company, agent.id);
  const save = useSetPermissions(company);

  if (detail.isPending) return <SkeletonRows count={3} />;
  if (detail.isError && !detail.data)
    return <Failed error={detail.error} what={t("agent.tab_permissions")} onRetry={() => detail.refetch()} />;

  const { access, permissions } = detail.data;
  const may = (permissions ?? {}) as Record<string, unknown>;
  const sent = save.isPending ? save.variables : undefined;
  const now = {
    canCreateAgents: sent?.canCreateAgents ?? may.canCreateAgents === true,
    canAssignTasks: sent?.canAssignTasks ?? access.canAssignTasks,
    canCreateSkills: sent?.canCreateSkills ?? may.canCreateSkills === true,
  };
  const set = (part: Partial<typeof now>) => {
    save.mutate(
      { agent: agent.id, ...now, ...part },
      {
        onError: (error) => toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t)),
      },
    );
  };
  const because = access.taskAssignSource;

  return (
    <Column>
      <Section title={t("agent.may")} why={t("agent.mayWhy")}>
        <Card className="divide-y divide-line [&>div]:px-4 [&>div]:py-3">
          <Switch
            label={t("agent.mayAssign")}
            hint={
              because === "ceo_role" || because === "agent_creator"
                ? t(`agent.assigns_${because}`)
                : t("agent.mayAssignWhy")
            }
            isOn={now.canAssignTasks}
            isDisabled={because === "ceo_role" || because === "agent_creator"}
            onChange={(canAssignTasks) => set({ canAssignTasks })}
          />
          <Switch
            label={t("agent.mayHire")}
            hint={t("agent.mayHireWhy")}
            isOn={now.canCreateAgents}
            onChange={(canCreateAgents) => set({ canCreateAgents })}
          />
          <Switch
            label={t("agent.maySkills")}
            hint={t("agent.maySkillsWhy")}
            isOn={now.canCreateSkills}
            onChange={(canCreateSkills) => set({ canCreateSkills })}
          />
        </Card>
      </Section>
    </Column>
  );
}
