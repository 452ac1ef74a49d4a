// What becomes of answers: bodies, errors, and what is neither.
import { expect, it } from "vitest";
import { unwrap } from "./client";
import { ApiError } from "./error";

const answer = (status: number, rest: { data?: unknown; error?: unknown } = {}, headers = {}) =>
  Promise.resolve({ ...rest, response: new Response(null, { status, headers }) });

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

it("gives the body of an answer", async () => {
  expect(await unwrap(answer(200, { data: { ok: true } }))).toEqual({ ok: true });
  expect(await unwrap(answer(204))).toBeUndefined();
});

it("takes an answer that lost its body for none", async () => {
  const error = await refused(unwrap(answer(200)));
  expect(error).toBeInstanceOf(ApiError);
  expect(error?.isPassing).toBe(true);
});

it("says what the server said, with its code and number", async () => {
  const said = { error: "Too late", code: "too_late", details: { by: 3 } };
  const error = await refused(unwrap(answer(409, { error: said }, { "x-request-id": "r1" })));
  expect(error).toMatchObject({
    message: "Too late",
    status: 409,
    code: "too_late",
    details: { by: 3 },
    requestId: "r1",
  });
});

it("knows an error without JSON by its status", async () => {
  const error = await refused(unwrap(answer(500, { error: "<html>" })));
  expect(error).toMatchObject({ message: "", status: 500, code: undefined });
});
