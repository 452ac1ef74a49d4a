// What tests of behaviour share: the board's address, a company in it, and ways to make and find things.
import assert from "node:assert/strict";
import { found } from "./company.mjs";

export const address = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";
export const company = await found(address);
export const issues = `/${company.prefix}/issues`;
export const EMPTY = "No issues yet";
export const isList = (url) => /\/companies\/[^/]+\/issues$/.test(url.pathname);
export const isIssue = (url) => /\/api\/issues\/[^/]+$/.test(url.pathname);

export const row = (page, title) => page.locator("[data-row]", { hasText: title });
export const statusOf = (page, title) => row(page, title).getByRole("button", { name: /^Status:/ });

export async function call(method, path, body) {
  const answer = await fetch(new URL(`/api${path}`, address), {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}

/** Whether the browser keeps a list of issues for the next visit. */
export async function hasKept() {
  const request = indexedDB.open("wireclip");
  const base = await new Promise((go) => {
    request.onsuccess = () => go(request.result);
  });
  const all = base.transaction("answers").objectStore("answers").getAll();
  const entries = await new Promise((go) => {
    all.onsuccess = () => go(all.result);
  });
  base.close();
  return entries.some(({ state }) =>
    state.queries.some(({ queryKey }) => queryKey[2] === "list" && queryKey[1] === "issues"),
  );
}

/** An issue of its own, in the backlog, so that tests do not disturb each other. */
let made = 0;
export async function newIssue() {
  made += 1;
  const title = `Behaviour ${Date.now()} ${made}`;
  const issue = await call("POST", `/companies/${company.id}/issues`, { title, status: "backlog" });
  return { ...issue, title };
}

export async function pick(page, title, digit) {
  await statusOf(page, title).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press(digit);
}
