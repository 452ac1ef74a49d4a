// One kind of error for everything that can go wrong with a request.
import type { TextKey, Translate } from "@/texts/locale";

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
  401: "errors.unauthorized",
  403: "errors.forbidden",
  404: "errors.notFound",
  409: "errors.conflict",
  413: "errors.tooLarge",
  429: "errors.tooMany",
  501: "errors.notBuilt",
  503: "errors.starting",
};

// Words that say nothing to a person; ours say more.
const EMPTY_WORDS = /^(internal server error|not found|forbidden|unauthorized|validation error)?$/i;

/** A sentence for people: the server's own where it has one, else ours for the status. */
export function sayError(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t("errors.server");
  const issues = Array.isArray(error.details) ? error.details : [];
  const reasons = issues
    .map((issue: { message?: unknown; path?: unknown }) => {
      const path = Array.isArray(issue.path) ? issue.path.join(".") : "";
      return typeof issue.message === "string" ? [path, issue.message].filter(Boolean).join(": ") : "";
    })
    .filter(Boolean);
  if (reasons.length > 0) return reasons.join("; ");
  if (!EMPTY_WORDS.test(error.message)) return error.message;
  return t(BY_STATUS[error.status] ?? "errors.server");
}
