// Every page of the board once, in two sizes and two themes, and every layer above a page: it is drawn,
// nothing fails in the browser, nothing is wider than the window, and axe finds nothing serious. Pictures
// of all of it are kept. Then what people do on pages, at both sizes.
//
// WIRECLIP_ADDRESS names the board: the server itself, or Vite in front of it.
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, open, settle } from "./browser.mjs";
import { found } from "./company.mjs";
import { hireAgent } from "./deeds/agent.mjs";
import { decideHire } from "./deeds/approval.mjs";
import { bookBill } from "./deeds/bill.mjs";
import { moveOnBoard } from "./deeds/board.mjs";
import { setGoal } from "./deeds/goal.mjs";
import { triageInbox } from "./deeds/inbox.mjs";
import { actOnIssue } from "./deeds/issue.mjs";
import { readFailedRun } from "./deeds/run.mjs";

const address = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";
const pictures = fileURLToPath(new URL("../.tmp/pictures/", import.meta.url));
const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SERIOUS = new Set(["serious", "critical"]);

const company = await found(address);
const PAGES = {
  dashboard: "dashboard",
  inbox: "inbox/mine",
  issues: "issues",
  "issues-board": "issues?view=board",
  issue: `issues/${company.issue}`,
  "issue-costs": `issues/${company.issue}?panel=costs`,
  projects: "projects",
  project: "projects/website/overview",
  "project-issues": "projects/website/issues",
  "project-costs": "projects/website/budget?period=all",
  "project-settings": "projects/website/configuration",
  goals: "goals",
  agents: "agents/all",
  "new-agent": "agents/new",
  agent: `agents/${company.agent}/overview`,
  "agent-settings": `agents/${company.agent}/runtime`,
  "agent-runs": `agents/${company.agent}/runs`,
  "agent-costs": `agents/${company.agent}/costs?period=all`,
  "agent-permissions": `agents/${company.agent}/permissions`,
  "agent-keys": `agents/${company.agent}/api-keys`,
  "agent-history": `agents/${company.agent}/revisions`,
  org: "org",
  "org-list": "org?view=list",
  approvals: "approvals",
  approval: `approvals/${company.approval}`,
  activity: "activity",
  runs: "activity/runs",
  costs: "activity/costs?period=all",
  "costs-by-provider": "activity/costs?period=all&by=provider",
  "costs-bills": "activity/costs?period=all&by=finance",
  "costs-of-no-time": "activity/costs?period=custom&from=2020-01-01&to=2020-01-02",
  companies: "companies",
  settings: "company/settings",
  profile: "company/settings/instance/profile",
  instance: "company/settings/instance/general",
  environments: "company/settings/instance/environments",
  "new-environment": "company/settings/instance/environments/new",
  unknown: "no-such-page",
};

/** What people do on pages; each says what went wrong. */
const DEEDS = {
  "act-on-issue": actOnIssue,
  "book-a-bill": bookBill,
  "decide-hire": decideHire,
  "hire-agent": hireAgent,
  "move-on-board": moveOnBoard,
  "read-failed-run": readFailedRun,
  "set-goal": setGoal,
  "triage-inbox": triageInbox,
};

/** What opens above a page, by how it is opened. */
const LAYERS = {
  "new-issue": (page) => page.keyboard.press("c"),
  palette: (page) => page.keyboard.press("Control+k"),
  shortcuts: (page) => page.keyboard.press("?"),
  account: (page) => page.getByTitle("Account").click(),
  companies: (page) => page.getByTitle("Switch company").click(),
  filter: (page) => page.getByRole("button", { name: "Filter", exact: true }).click(),
  display: (page) => page.getByRole("button", { name: "Display" }).click(),
  status: (page) =>
    page
      .getByRole("button", { name: /^Status:/ })
      .first()
      .click(),
  assignee: (page) =>
    page
      .getByRole("button", { name: /^Assignee:/ })
      .first()
      .click(),
};

async function look(page, faults, name) {
  await settle(page);
  await page.screenshot({ path: `${pictures}${name}.png` });
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (width > 0) faults.push(`it is ${width} px wider than the window`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  for (const violation of violations.filter(({ impact }) => SERIOUS.has(impact))) {
    const where = violation.nodes.slice(0, 3).map((node) => node.target.join(" "));
    faults.push(`axe: ${violation.id} (${violation.nodes.length}): ${where.join(", ")}`);
  }
}

/** Words of ours that do not fit where they stand: German is longer than English. */
async function findClipped(page) {
  return page.evaluate(() => {
    const isCut = (one) =>
      // What is one pixel wide is for screen readers.
      one.clientWidth > 1 &&
      one.scrollWidth > one.clientWidth + 1 &&
      getComputedStyle(one).overflowX !== "visible";
    return (
      [...document.querySelectorAll("button, dt, th, label, [role=radio], [aria-current], h3")]
        // What people wrote may be long, and ends in dots.
        .filter((control) => !control.closest("[data-row], article, aside ul, li a"))
        .flatMap((control) => [control, ...control.querySelectorAll("*")].filter(isCut))
        .map((one) => one.textContent?.trim() ?? "")
        .filter(Boolean)
    );
  });
}

await mkdir(pictures, { recursive: true });
const browser = await launch();
const failed = [];
let passed = 0;
for (const size of ["desktop", "phone"]) {
  for (const theme of ["light", "dark"]) {
    const { context, page, faults } = await open(browser, address, { size, theme });
    const only = process.argv.slice(2);
    const pages = [
      ...Object.entries(PAGES).map(([name, path]) => [name, `/${company.prefix}/${path}`]),
      ["onboarding", "/onboarding"],
    ];
    for (const [name, path] of pages.filter(([name]) => only.length === 0 || only.includes(name))) {
      faults.length = 0;
      await page.goto(path);
      await look(page, faults, `${name}-${size}-${theme}`).catch((error) => faults.push(error.message));
      if (faults.length === 0) passed += 1;
      else failed.push(`${name}, ${size}, ${theme}:\n  ${faults.join("\n  ")}`);
    }
    for (const [name, act] of Object.entries(DEEDS)) {
      if (theme === "dark" || (only.length > 0 && !only.includes(name))) continue;
      faults.length = 0;
      await act(page, company).then(
        (wrong) => faults.push(...wrong),
        async (error) => {
          const said = await page.locator("[data-sonner-toast]").allTextContents();
          faults.push(error.message, ...said.map((text) => `the page said: ${text}`));
          await page.screenshot({ path: `${pictures}failed-${name}-${size}.png` });
        },
      );
      if (faults.length === 0) passed += 1;
      else failed.push(`${name}, ${size}:\n  ${faults.join("\n  ")}`);
    }
    if (size === "desktop") {
      for (const [layer, show] of Object.entries(LAYERS)) {
        const name = `layer-${layer}`;
        if (only.length > 0 && !only.includes(name)) continue;
        faults.length = 0;
        await page.goto(`/${company.prefix}/issues`);
        await settle(page);
        await show(page);
        await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor();
        await look(page, faults, `${name}-${theme}`).catch((error) => faults.push(error.message));
        if (faults.length === 0) passed += 1;
        else failed.push(`${name}, ${theme}:\n  ${faults.join("\n  ")}`);
      }
    }
    await context.close();
  }
  const { context, page, faults } = await open(browser, address, { size, language: "de" });
  for (const [name, path] of Object.entries(PAGES)) {
    if (process.argv.length > 2 && !process.argv.includes("german") && !process.argv.includes(name)) continue;
    faults.length = 0;
    await page.goto(`/${company.prefix}/${path}`);
    await settle(page).catch((error) => faults.push(error.message));
    await page.screenshot({ path: `${pictures}${name}-${size}-german.png` });
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (width > 0) faults.push(`it is ${width} px wider than the window`);
    for (const words of await findClipped(page)) faults.push(`"${words}" does not fit`);
    if (faults.length === 0) passed += 1;
    else failed.push(`${name}, ${size}, in German:\n  ${faults.join("\n  ")}`);
  }
  await context.close();
}
await browser.close();
if (failed.length > 0) console.error(failed.join("\n"));
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
