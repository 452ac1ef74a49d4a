// Picking an agent: a manager, a lead, an owner. Nobody is the first choice.
import { useAgents, useAgentsById } from "@/api/agents";
import { useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { Avatar, NoAvatar } from "@/ui/avatar";
import { cx } from "@/ui/class-names";
import { Combobox, PickerButton } from "@/ui/combobox";
import { Field, inputClass } from "@/ui/field";

const NOBODY = "none";

export interface AgentPickerProps {
  label: string;
  value: string | null;
  onValue: (agent: string | null) => void;
  /** Agents that cannot be picked, such as the one itself. */
  without?: readonly string[];
  hint?: string;
  /** As a field of a form; otherwise as the value of a property. */
  isField?: boolean;
}

export function AgentPicker({ label, value, onValue, without = [], hint, isField }: AgentPickerProps) {
  const t = useT();
  const { id: company } = useCompany();
  const { data: agents = [] } = useAgents(company);
  const agent = useAgentsById(company)?.get(value ?? "");
  const options = [
    { value: NOBODY, label: t("common.nobody"), icon: <NoAvatar size={18} /> },
    ...agents
      .filter((one) => one.status !== "terminated" && !without.includes(one.id))
      .map((one) => ({
        value: one.id,
        label: one.name,
        icon: <Avatar kind="agent" id={one.id} name={one.name} icon={one.icon} size={18} />,
        hint: one.title,
        keywords: [one.title ?? "", one.role],
      })),
  ];
  const shown = (
    <>
      {agent ? (
        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />
      ) : (
        <NoAvatar size={18} />
      )}
      <span className={cx("truncate", !agent && "text-text-3")}>{agent?.name ?? t("common.nobody")}</span>
    </>
  );
  const combobox = (trigger: React.ReactNode) => (
    <Combobox
      label={label}
      options={options}
      value={[value ?? NOBODY]}
      onPick={(picked) => onValue(picked === NOBODY ? null : picked)}
      trigger={trigger}
    />
  );
  if (!isField)
    return combobox(
      <PickerButton aria-label={`${label}: ${agent?.name ?? t("common.nobody")}`}>{shown}</PickerButton>,
    );
  return (
    <Field label={label} hint={hint}>
      {({ id }) =>
        combobox(
          <button
            id={id}
            type="button"
            className={cx(inputClass, "flex h-8 items-center gap-2 text-left pointer-coarse:h-11")}
          >
            {shown}
          </button>,
        )
      }
    </Field>
  );
}
