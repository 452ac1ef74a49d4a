// Who an agent is: name, role, title, manager, picture, what it can do.
import { Bot } from "lucide-react";
import { useState } from "react";
import { AgentPicker } from "@/components/agent/agent-picker";
import { useT } from "@/texts/locale";
import { AGENT_ICONS } from "@/ui/agent-icons";
import { Avatar } from "@/ui/avatar";
import { cx } from "@/ui/class-names";
import { TextArea, TextField } from "@/ui/field";
import { Popover } from "@/ui/popover";
import { Select } from "@/ui/select";
import { type AgentDraft, ROLES } from "./agent-draft";

export interface AgentFieldsProps {
  draft: AgentDraft;
  change: (part: Partial<AgentDraft>) => void;
  /** The agent itself, if it is there already: its colour, and it cannot be its own manager. */
  agentId?: string;
  /** Shows what is missing. */
  hasTried?: boolean;
}

function IconPicker({ draft, change, agentId }: AgentFieldsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onOpen={setOpen}
      label={t("agent.icon")}
      trigger={
        <button
          type="button"
          aria-label={t("agent.icon")}
          className="shrink-0 rounded-l p-1 transition-colors hover:bg-surface-3/70"
        >
          <Avatar
            kind="agent"
            id={agentId ?? draft.name}
            name={draft.name || "?"}
            icon={draft.icon ?? (draft.name ? null : "bot")}
            size={44}
          />
        </button>
      }
    >
      <div className="grid max-h-72 grid-cols-8 gap-0.5 overflow-y-auto p-2">
        {[null, ...Object.keys(AGENT_ICONS)].map((icon) => {
          const Icon = icon ? AGENT_ICONS[icon] : undefined;
          return (
            <button
              key={icon ?? "none"}
              type="button"
              aria-label={icon ?? t("agent.initials")}
              aria-pressed={draft.icon === icon}
              onClick={() => {
                change({ icon });
                setOpen(false);
              }}
              className={cx(
                "grid size-8 place-items-center rounded-m text-text-2 hover:bg-surface-3",
                draft.icon === icon && "bg-accent-soft text-accent-ink",
              )}
            >
              {Icon ? <Icon size={16} /> : <Bot size={16} className="opacity-40" />}
            </button>
          );
        })}
      </div>
    </Popover>
  );
}

export function WhoFields(props: AgentFieldsProps) {
  const t = useT();
  const { draft, change, agentId, hasTried } = props;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-end gap-3">
        <IconPicker {...props} />
        <TextField
          className="min-w-0 grow"
          label={t("common.name")}
          value={draft.name}
          onValue={(name) => change({ name })}
          autoComplete="off"
          error={hasTried && !draft.name.trim() ? t("agent.nameMissing") : undefined}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={t("agent.role")}
          value={draft.role}
          onValue={(role) => change({ role })}
          options={ROLES.map((role) => ({ value: role, label: t(`words.${role}`) }))}
        />
        <TextField
          label={t("agent.jobTitle")}
          isOptional
          value={draft.title}
          onValue={(title) => change({ title })}
          autoComplete="off"
        />
      </div>
      <AgentPicker
        isField
        label={t("agent.manager")}
        hint={t("agent.managerWhy")}
        value={draft.reportsTo}
        onValue={(reportsTo) => change({ reportsTo })}
        without={agentId ? [agentId] : []}
      />
      <TextArea
        label={t("agent.capabilities")}
        hint={t("agent.capabilitiesWhy")}
        isOptional
        value={draft.capabilities}
        onValue={(capabilities) => change({ capabilities })}
      />
    </div>
  );
}
