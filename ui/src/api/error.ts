// One kind of error for everything that can go wrong with a request.
import { type TextKey, type Translate, useLocaleStore } from "@/texts/locale";

/** A request that the server refused, failed at, or never got. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** What the server said; empty if it said nothing. */
    message: string,
    /** The status of the answer; 0 if there was none. */
    readonly status: number,
    readonly code: string | undefined,
    readonly details: unknown,
    readonly requestId: string | undefined,
  ) {
    super(message);
  }

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503;
  }

  /** Whether this server has no such thing at all. */
  get isNotBuilt(): boolean {
    return this.status === 501 || (this.status === 404 && this.message === "API route not found");
  }
}

const BY_STATUS: Record<number, TextKey> = {
  0: "errors.network",
  400: "errors.invalid",
  401: "errors.unauthorized",
  403: "errors.forbidden",
  404: "errors.notFound",
  409: "errors.conflict",
  413: "errors.tooLarge",
  422: "errors.invalid",
  429: "errors.tooMany",
  501: "errors.notBuilt",
  503: "errors.starting",
};

/** What the server's codes mean to a person, in every language. */
const BY_CODE: Record<string, TextKey> = {
  adapter_disabled: "errors.adapterDisabled",
  agent_is_running: "errors.agentRuns",
  connection_shown_once: "errors.shownOnce",
  disk_full: "errors.diskFull",
  idempotency_key_in_use: "errors.inUse",
  idempotency_key_reused: "errors.conflict",
  invalid_settings: "errors.invalidSettings",
  log_on_another_node: "errors.logElsewhere",
  pending_sandbox_cleanup: "errors.cleanup",
  recovery_action_resolved: "errors.settled",
  responsible_user_unresolved: "errors.nobodyResponsible",
  RESPONSIBLE_USER_UNAVAILABLE: "errors.nobodyResponsible",
  runs_still_stopping: "errors.stillStopping",
  secret_in_use: "errors.secretInUse",
  secrets_in_use: "errors.secretInUse",
  secret_unavailable: "errors.secretUnavailable",
  token_shown_once: "errors.shownOnce",
  too_many_listeners: "errors.tooMany",
  TOO_MANY_ATTEMPTS: "errors.tooManyTries",
  upload_too_slow: "errors.slowUpload",
};

// Words that say nothing to a person; ours say more.
const EMPTY_WORDS = /^(internal server error|not found|forbidden|unauthorized|validation error)?$/i;

/** What the server itself says, in its own language. */
export function serverWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issues = Array.isArray(error.details) ? error.details : [];
  const reasons = issues
    .map((issue: { message?: unknown; path?: unknown }) => {
      const path = Array.isArray(issue.path) ? issue.path.join(".") : "";
      return typeof issue.message === "string" ? [path, issue.message].filter(Boolean).join(": ") : "";
    })
    .filter(Boolean);
  if (reasons.length > 0) return reasons.join("; ");
  return EMPTY_WORDS.test(error.message) ? undefined : error.message;
}

/**
 * A sentence for people in the language of the board. The server speaks English: its own words stand for
 * themselves there, and elsewhere behind ours.
 */
export function sayError(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t("errors.server");
  const known = BY_CODE[error.code ?? ""];
  if (known) return t(known);
  const words = serverWords(error);
  if (words && useLocaleStore.getState().locale === "en") return words;
  const ours = t(BY_STATUS[error.status] ?? "errors.server");
  return words ? `${ours} ${t("errors.serverSays", { words })}` : ours;
}
