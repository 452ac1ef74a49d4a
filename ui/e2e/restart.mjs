// The server is killed under a page, and comes back: the page goes on showing what it knows and says that it is
// old, and then has what happened meanwhile, without a reload.
//
// BOARD_PROGRAM is the program. Where it carries no pages, Vite sends those that were built last.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, open, settle, until } from "./browser.mjs";

const program = process.env.BOARD_PROGRAM;
if (!program) {
  console.log("0 passed, 0 failed (BOARD_PROGRAM names no program)");
  process.exit();
}

/** Starts the server and returns it with its address. */
async function serve(home, port) {
  const args = ["serve", "--home", home, "--port", String(port), "--on-shutdown", "stop"];
  // It takes any WIRECLIP_ for a setting, and refuses those that it does not know.
  const { WIRECLIP_ADDRESS: _, ...env } = process.env;
  const server = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (text) => {
      said += text;
    });
  await until("the server listens", () => said.includes("listens on"), 30_000);
  return { server, address: /http:\/\/[\w.:]+/.exec(said)?.[0] };
}

/** Where the pages are: at the server, or in front of it. */
async function pagesOf(address) {
  const answer = await fetch(`${address}/any/page`, { headers: { accept: "text/html" } });
  if (answer.ok) return { at: address, close: () => undefined };
  process.env.WIRECLIP_ADDRESS = address;
  const { preview } = await import("vite");
  const front = await preview({ preview: { port: 0 }, logLevel: "silent" });
  return { at: front.resolvedUrls.local[0].replace(/\/$/, ""), close: () => front.close() };
}

const home = await mkdtemp(join(tmpdir(), "board-restart-"));
let { server, address } = await serve(home, 0);
const pages = await pagesOf(address);
const browser = await launch();

async function call(method, path, body) {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}

let fault;
try {
  const company = await call("POST", "/companies", { name: "Phoenix" });
  const issue = await call("POST", `/companies/${company.id}/issues`, { title: "Before", status: "todo" });
  const { page } = await open(browser, pages.at);
  await page.goto(`/${company.issuePrefix}/issues`);
  const row = (title) => page.locator("[data-row]", { hasText: title });
  await row("Before").waitFor();
  await settle(page);
  await page.evaluate(() => {
    globalThis.wasNotReloaded = true;
  });

  server.kill("SIGKILL");
  const strip = page.getByRole("status").filter({ hasText: /Reconnecting|starting again|Offline/ });
  await strip.waitFor();
  assert.equal(await row("Before").count(), 1);

  ({ server, address } = await serve(home, new URL(address).port));
  await until("it answers", () => fetch(`${address}/api/companies`).then(({ ok }) => ok), 30_000);
  await call("PATCH", `/issues/${issue.id}`, { title: "After" });
  await row("After").waitFor({ timeout: 40_000 });
  await strip.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => globalThis.wasNotReloaded), true);

  // The shell opens without the server, at whatever address, and says so.
  const isKept = () => page.evaluate(async () => (await caches.match("/theme.js")) !== undefined);
  await until("the shell is kept", isKept, 30_000);
  // Whoever goes to a file gets that; it is no page, and is not kept as one.
  await page.goto("/favicon.svg");
  await page.goBack();
  await row("After").waitFor();
  server.kill("SIGKILL");
  await page.reload();
  await row(/Before|After/).waitFor();
  await page.getByText(/^Offline\./).waitFor();
  await page.goto(`/${company.issuePrefix}/inbox/mine`);
  await page.getByText(/^Offline\./).waitFor();
} catch (error) {
  fault = error;
}
await browser.close();
pages.close();
server.kill();
await rm(home, { recursive: true, force: true });
if (fault) console.error(`the server is killed and comes back\n  ${fault.message}`);
console.log(fault ? "0 passed, 1 failed" : "1 passed, 0 failed");
process.exit(fault ? 1 : 0);
