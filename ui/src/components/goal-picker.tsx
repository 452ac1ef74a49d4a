// Picking a goal. None is the first choice.
import { CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { useGoals } from "@/api/projects";
import { useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { Combobox, PickerButton } from "@/ui/combobox";
import { Field, inputClass } from "@/ui/field";
import { StatusIcon } from "@/ui/status";

const NONE = "none";

export interface GoalPickerProps {
  label: string;
  value: string | null;
  onValue: (goal: string | null) => void;
  /** Goals that cannot be picked, such as the one itself and those below it. */
  without?: readonly string[];
  isField?: boolean;
}

export function GoalPicker({ label, value, onValue, without = [], isField }: GoalPickerProps) {
  const t = useT();
  const { data: goals = [] } = useGoals(useCompany().id);
  const goal = goals.find((one) => one.id === value);
  const options = [
    { value: NONE, label: t("common.noGoal"), icon: <CircleSlash size={14} className="text-text-3" /> },
    ...goals
      .filter((one) => !without.includes(one.id))
      .map((one) => ({
        value: one.id as string,
        label: one.title,
        icon: <StatusIcon status={one.status} isDecoration />,
      })),
  ];
  const shown = (
    <>
      {goal ? (
        <StatusIcon status={goal.status} isDecoration />
      ) : (
        <CircleSlash size={14} className="shrink-0 text-text-3" />
      )}
      <span className={cx("truncate", !goal && "text-text-3")}>{goal?.title ?? t("common.noGoal")}</span>
    </>
  );
  const combobox = (trigger: ReactNode) => (
    <Combobox
      label={label}
      options={options}
      value={[value ?? NONE]}
      onPick={(picked) => onValue(picked === NONE ? null : picked)}
      trigger={trigger}
    />
  );
  if (!isField)
    return combobox(
      <PickerButton aria-label={`${label}: ${goal?.title ?? t("common.noGoal")}`} className="max-w-full">
        {shown}
      </PickerButton>,
    );
  return (
    <Field label={label}>
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
