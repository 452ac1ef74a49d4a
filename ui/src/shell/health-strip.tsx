// One line under the top, only when there is something to say: what is shown may not be true.
import { CloudOff, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useHealthStore } from "@/live/health";
import { useFormats, useT } from "@/texts/locale";

/** A short break is nobody's business. */
const QUIET_FOR = 2500;

export function HealthStrip() {
  const t = useT();
  const formats = useFormats();
  const { brokenSince, isReachable, isStarting, trueAt } = useHealthStore();
  const [isOnline, setOnline] = useState(navigator.onLine);
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);

  useEffect(() => {
    setDue(false);
    if (brokenSince === undefined) return;
    const timer = setTimeout(() => setDue(true), QUIET_FOR);
    return () => clearTimeout(timer);
  }, [brokenSince]);

  const time = formats.time(new Date(trueAt));
  const says = !isOnline
    ? t("shell.offline", { time })
    : isStarting
      ? t("shell.restarting", { time })
      : !isReachable
        ? t("shell.offline", { time })
        : isDue
          ? t("shell.reconnecting")
          : undefined;
  return (
    <div role="status" aria-live="polite">
      {says && (
        <div className="flex items-center justify-center gap-2 bg-working-soft px-4 py-1 text-working-ink text-xs">
          {isOnline && isReachable ? <LoaderCircle size={13} className="turning" /> : <CloudOff size={13} />}
          {says}
        </div>
      )}
    </div>
  );
}
