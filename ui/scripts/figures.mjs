// Measures the board in Chromium on a production build, and prints a table with what it may cost at most.
//
// WIRECLIP_ADDRESS names a server that sends the built pages. It makes companies of its own there.
import { loadavg } from "node:os";
import { launch, open, settle, until } from "../e2e/browser.mjs";
import { foundDemo } from "../e2e/demo-company.mjs";

const address = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";
const ROUNDS = 3;
const WORDS = ["tile", "region", "contour", "report", "trail", "hut", "spring", "signal", "cache", "index"];
const PRIORITIES = ["critical", "high", "medium", "low"];

const rows = [];
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const ms = (value) => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);
const kB = (value) => `${(value / 1000).toFixed(0)} kB`;

function note(what, value, most, write, how) {
  const row = [what, write(value), `≤ ${write(most)}`, value <= most ? "yes" : "**no**", how];
  rows.push(row);
  console.error(row.join(" | "));
}

async function call(method, path, body) {
  const answer = await fetch(new URL(`/api${path}`, address), {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A company with nothing but issues. */
async function companyWith(count) {
  const company = await call("POST", "/companies", { name: `Of ${count}` });
  let next = 0;
  async function make() {
    for (let at = next++; at < count; at = next++)
      await call("POST", `/companies/${company.id}/issues`, {
        title: `Look at the ${WORDS[at % 10]} of the ${WORDS[(at * 7) % 9]}, part ${at}`,
        status: at % 3 === 0 ? "backlog" : "todo",
        priority: PRIORITIES[at % 4],
        allowDuplicate: true,
      });
  }
  await Promise.all(Array.from({ length: 16 }, make));
  return company;
}

/**
 * The longest piece of work of the page's main thread, in processor time: on a machine that does other things
 * the time on the clock says more of them.
 */
async function longestBlock(browser, page, during) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await during();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) => /RunTask$/.test(name) && tdur !== undefined && mains.has(`${pid}/${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
}

/** A window that was never here: counts what it asks for and what it gets. */
async function visit(browser) {
  const { context, page } = await open(browser, address);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const asked = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) =>
    asked.set(requestId, { url: request.url, method: request.method, from: timestamp, bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const one = asked.get(requestId);
    if (one) Object.assign(one, { bytes: encodedDataLength, to: timestamp });
  });
  return { context, page, all: () => [...asked.values()] };
}

const isScript = ({ url }) => /\.js(\?|$)/.test(url);
// What a page needs to be drawn: that it was read is written down later, and so is the number of the inbox.
const isCall = ({ url, method }) =>
  method === "GET" && url.includes("/api/") && !/[?&]limit=1(&|$)/.test(url);
/** The first visit of a page, a few times: bytes, calls, when its content is there, and the longest block. */
async function cold(browser, path, content) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page, all } = await visit(browser);
    let usable = 0;
    let script = 0;
    const block = await longestBlock(browser, page, async () => {
      const from = performance.now();
      await page.goto(path, { waitUntil: "commit" });
      await page.locator(content).first().waitFor();
      usable = performance.now() - from;
      script = all()
        .filter((one) => isScript(one) && one.to !== undefined)
        .reduce((sum, one) => sum + one.bytes, 0);
      await settle(page);
    });
    rounds.push({ usable, script, block, calls: all().filter(isCall).length });
    await context.close();
  }
  const of = (field) => median(rounds.map((round) => round[field]));
  return { usable: of("usable"), script: of("script"), calls: of("calls"), block: of("block") };
}

const load = loadavg()[0].toFixed(1);
const demo = await foundDemo(address);
const browser = await launch();
const at = (path) => `/${demo.prefix}/${path}`;

const dashboard = await cold(browser, at("dashboard"), "text=Open issues");
note("script until the dashboard is there", dashboard.script, 260_000, kB, "as sent, first visit");
note(
  "calls of the dashboard",
  dashboard.calls,
  4,
  String,
  "the company, its numbers, what needs somebody, what there is to decide",
);
const list = await cold(browser, at("issues"), "[data-row]");
note("script until the list of issues is there", list.script, 260_000, kB, "as sent, first visit");
for (const [name, path, content] of [
  ["the list of issues", "issues", "[data-row]"],
  ["an issue", `issues/${demo.reviewed}`, "article"],
  ["the inbox", "inbox/mine", "[data-row]"],
  ["agents", "agents/all", "[data-row]"],
  ["a run", `agents/${demo.failedAgent}/runs/${demo.failedRun}`, "[role=log]"],
  ["activity", "activity", "[data-index]"],
]) {
  const { calls } = name === "the list of issues" ? list : await cold(browser, at(path), content);
  note(
    `calls of ${name}`,
    calls,
    4,
    String,
    "until the page is complete; two counts for the inbox's number follow",
  );
}

for (const [count, most] of [
  [700, 2500],
  [10_000, 2500],
]) {
  const { issuePrefix } = await companyWith(count);
  const path = `/${issuePrefix}/issues`;
  const first = await cold(browser, path, "[data-row]");
  note(`list of ${count} issues, first visit, to its rows`, first.usable, most, ms, `median of ${ROUNDS}`);
  note(
    `list of ${count} issues, longest block`,
    first.block,
    100,
    ms,
    "of the main thread, in processor time, while it loads",
  );
  const { context, page } = await visit(browser);
  await page.goto(path);
  await settle(page);
  const again = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    await page.reload({ waitUntil: "commit" });
    await page.locator("[data-row]").first().waitFor();
    again.push(performance.now() - from);
    await settle(page);
  }
  note(
    `list of ${count} issues, another visit`,
    median(again),
    300,
    ms,
    `from what the browser keeps, median of ${ROUNDS}`,
  );
  const scrolled = await longestBlock(browser, page, async () => {
    await page.locator("[data-row]").first().hover();
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 900);
    await settle(page);
  });
  note(
    `list of ${count} issues, longest block while it is scrolled`,
    scrolled,
    100,
    ms,
    "20 turns of the wheel",
  );
  await context.close();
}

// From a click to a page that was there before, measured in the page itself.
{
  const { context, page } = await visit(browser);
  await page.goto(at("dashboard"));
  await settle(page);
  const link = (name) => page.getByRole("complementary", { name: "Navigation" }).getByRole("link", { name });
  await link("Issues").click();
  await page.locator("[data-row]").first().waitFor();
  await settle(page);
  await link("Dashboard").click();
  await page.getByText("Open issues").waitFor();
  await settle(page);
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    times.push(
      await page.evaluate(async () => {
        const issues = document.querySelector('aside a[href$="/issues"]');
        const from = performance.now();
        issues.click();
        while (!document.querySelector("[data-row]")) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return performance.now() - from;
      }),
    );
    await link("Dashboard").click();
    await page.getByText("Open issues").waitFor();
    await settle(page);
  }
  note(
    "click to the next page, which was there before",
    median(times),
    100,
    ms,
    "dashboard to issues, median of 5",
  );

  // What somebody else says, from the answer of the server to its words on the page.
  await page.goto(at(`issues/${demo.reviewed}`));
  await settle(page);
  const seen = [];
  for (let round = 0; round < 5; round += 1) {
    const body = `Said by somebody else, ${round}.`;
    await page.evaluate((words) => {
      globalThis.seenAt = new Promise((go) => {
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(words)) return;
          observer.disconnect();
          requestAnimationFrame(() => go(Date.now()));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    }, body);
    await call("POST", `/issues/${demo.reviewed}/comments`, { body });
    const answered = Date.now();
    seen.push(Math.max(0, (await page.evaluate(() => globalThis.seenAt)) - answered));
  }
  note("a comment, from the server's answer to its words on the page", median(seen), 200, ms, "median of 5");
  await context.close();
}
await until("the browser is closed", () => browser.close().then(() => true));

console.log(`Load average at the start: ${load}.\n`);
console.log("| what | ours | target | within | how |\n| --- | --- | --- | --- | --- |");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
