// The words for why a run started, why it ended badly, and why none came.
import { reasons } from "@/texts/en/reasons";
import { type TextKey, type Translate, useT } from "@/texts/locale";

type ReasonKey = keyof typeof reasons;

const keyOf = (kind: "wake" | "end", word: string): ReasonKey | undefined => {
  const key = `${kind}_${word.replaceAll(/\W/g, "_")}`;
  return key in reasons ? (key as ReasonKey) : undefined;
};

interface Started {
  invocationSource: string;
  contextSnapshot?: unknown;
}

/** Why a run started, in words. */
export function triggerOf(run: Started, t: Translate): string {
  const { wakeReason } = (run.contextSnapshot ?? {}) as { wakeReason?: unknown };
  const key =
    (typeof wakeReason === "string" ? keyOf("wake", wakeReason) : undefined) ??
    keyOf("wake", run.invocationSource) ??
    "wake_automation";
  return t(`reasons.${key}`);
}

export interface Ending {
  what: string;
  /** What to do about it. */
  remedy: string;
  /** Whether these are words for all that we have no words for. */
  isOther: boolean;
}

/** What a code of an end means, and what to do about it. */
export function endingOf(code: string | null | undefined, t: Translate): Ending {
  const known = code ? keyOf("end", code) : undefined;
  const key = known ?? "end_other";
  return {
    what: t(`reasons.${key}`),
    remedy: t(`reasons.${key}_do` as TextKey),
    isOther: known === undefined,
  };
}

export const useEnding = (code: string | null | undefined): Ending => endingOf(code, useT());
