// What the server tried, point by point, with what to do where something is missing.
import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import { useT } from "@/texts/locale";

export interface Check {
  code: string;
  level: "info" | "warn" | "warning" | "error";
  message: string;
  hint?: string | null;
}

function Mark({ level, isGood }: { level: Check["level"]; isGood: boolean }) {
  if (level === "error") return <CircleX size={16} className="mt-0.5 shrink-0 text-bad" />;
  if (level !== "info") return <TriangleAlert size={16} className="mt-0.5 shrink-0 text-working" />;
  if (isGood) return <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" />;
  return <Info size={16} className="mt-0.5 shrink-0 text-text-3" />;
}

export function CheckList({ checks, isGood }: { checks: readonly Check[]; isGood: boolean }) {
  const t = useT();
  return (
    <>
      <p className="flex items-center gap-2 border-line border-b px-4 py-3 font-medium">
        <Mark level={isGood ? "info" : "warn"} isGood={isGood} />
        {isGood ? t("onboarding.checkGood") : t("onboarding.checkBad")}
      </p>
      <ul className="flex flex-col gap-2 px-4 py-3">
        {checks.map((one) => (
          <li key={`${one.code}-${one.message}`} className="flex items-start gap-2">
            <Mark level={one.level} isGood={isGood} />
            <span className="min-w-0 break-words text-text-2">
              {one.message}
              {one.hint && <span className="block text-text-3">{one.hint}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
