// The one client of the API: typed paths, one kind of error, nothing else talks to the server.
import createClient from "openapi-fetch";
import { ApiError } from "./error";
import type { paths } from "./schema";

/** Where the server lost its voice and found it again; the health strip listens. */
type ReachListener = (isReachable: boolean, phase?: "starting") => void;
const reachListeners = new Set<ReachListener>();

export function onReach(listener: ReachListener): () => void {
  reachListeners.add(listener);
  return () => reachListeners.delete(listener);
}

function tellReach(isReachable: boolean, phase?: "starting") {
  for (const listener of reachListeners) listener(isReachable, phase);
}

/** Told when nobody is signed in any more: whoever starts the board listens, and leads to the sign-in. */
let tellSignedOut: () => void = () => undefined;

export function onSignedOut(listener: () => void) {
  tellSignedOut = listener;
}

let isAsking = false;

/** Some of what is refused to a stranger is refused to a person, too; whether there is one the session knows. */
async function lookForPerson(status: number) {
  if (status === 401) return tellSignedOut();
  if (isAsking) return;
  isAsking = true;
  const session = await fetch(new URL("/api/auth/get-session", location.href)).catch(() => undefined);
  isAsking = false;
  if (session?.status === 401) tellSignedOut();
}

async function reach(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || answer.status === 403) lookForPerson(answer.status);
    tellReach(answer.status !== 502, answer.status === 503 ? "starting" : undefined);
    return answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    tellReach(false);
    throw new ApiError("", 0, undefined, undefined, undefined);
  }
}

export const api = createClient<paths>({
  baseUrl: new URL("/api", globalThis.location?.href ?? "http://localhost").href,
  fetch: reach,
  // The server takes lists as words with commas between them.
  querySerializer: { array: { style: "form", explode: false } },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer, or what went wrong as an [`ApiError`]. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer.catch((cause: unknown): never => {
    // Whoever stands between us and the server answered with a page of their own.
    if (cause instanceof SyntaxError) throw new ApiError("", 502, undefined, undefined, undefined);
    throw cause;
  });
  // An answer that lost its body on the way says nothing.
  const isCut = data === undefined && response.status !== 204;
  if (response.ok && !isCut) return data as T;
  if (response.ok) throw new ApiError("", 502, undefined, undefined, undefined);
  const body = (typeof error === "object" && error ? error : {}) as {
    error?: unknown;
    /** What the routes of the sign-in say instead. */
    message?: unknown;
    code?: unknown;
    details?: unknown;
  };
  throw new ApiError(
    ([body.error, body.message].find((word) => typeof word === "string") as string | undefined) ?? "",
    response.status,
    typeof body.code === "string" ? body.code : undefined,
    body.details,
    response.headers.get("x-request-id") ?? undefined,
  );
}

/** Calls a path that our description of the API does not have yet. */
export async function fetchJson<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await reach(new Request(new URL(`/api${path}`, location.href), init));
  const text = await answer.text();
  let body: unknown;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    body = undefined;
  }
  return unwrap(Promise.resolve({ data: body as T, error: body, response: answer }));
}
