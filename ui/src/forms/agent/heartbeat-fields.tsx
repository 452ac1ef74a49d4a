// When an agent works by itself, and how much it may.
import { useT } from "@/texts/locale";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import type { AgentFieldsProps } from "./who-fields";

const MINUTE = 60;
const INTERVALS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE, 240 * MINUTE, 1440 * MINUTE];

export function HeartbeatFields({ draft, change }: Pick<AgentFieldsProps, "draft" | "change">) {
  const t = useT();
  const beat = draft.heartbeat;
  const set = (part: Partial<typeof beat>) => change({ heartbeat: { ...beat, ...part } });
  const seconds = beat.intervalSec ?? 15 * MINUTE;
  const intervals = INTERVALS.includes(seconds)
    ? INTERVALS
    : [...INTERVALS, seconds].sort((one, other) => one - other);
  const inWords = (value: number) =>
    value % 3600 === 0
      ? t("agent.everyHours", { count: value / 3600 })
      : value % 60 === 0
        ? t("agent.everyMinutes", { count: value / 60 })
        : t("agent.everySeconds", { count: value });

  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t("agent.wakesOnDemand")}
        hint={t("agent.wakesOnDemandWhy")}
        isOn={beat.wakesOnDemand}
        onChange={(wakesOnDemand) => set({ wakesOnDemand })}
      />
      <Switch
        label={t("agent.timer")}
        hint={t("agent.timerWhy")}
        isOn={beat.isOn}
        onChange={(isOn) => set({ isOn, intervalSec: seconds })}
      />
      {beat.isOn && (
        <>
          <Select
            label={t("agent.interval")}
            value={String(seconds)}
            onValue={(value) => set({ intervalSec: Number(value) })}
            options={intervals.map((value) => ({ value: String(value), label: inWords(value) }))}
          />
          <Switch
            label={t("agent.skips")}
            hint={t("agent.skipsWhy")}
            isOn={beat.skipsWithoutWork}
            onChange={(skipsWithoutWork) => set({ skipsWithoutWork })}
          />
        </>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t("agent.atOnce")}
          hint={t("agent.atOnceWhy")}
          type="number"
          min={1}
          max={50}
          placeholder="20"
          value={beat.maxConcurrentRuns === undefined ? "" : String(beat.maxConcurrentRuns)}
          onValue={(text) => set({ maxConcurrentRuns: text === "" ? undefined : Number(text) })}
        />
        <TextField
          label={t("agent.perDay")}
          hint={t("agent.perDayWhy")}
          type="number"
          min={1}
          placeholder={t("common.noLimit")}
          value={beat.maxDailyRuns === undefined ? "" : String(beat.maxDailyRuns)}
          onValue={(text) => set({ maxDailyRuns: text === "" ? undefined : Number(text) })}
        />
      </div>
    </div>
  );
}
