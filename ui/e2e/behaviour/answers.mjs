// What is shown while an answer is on its way, when it fails, when a change is slow or refused; and the keyboard.
import assert from "node:assert/strict";
import { settle, until } from "../browser.mjs";
import { call, company, EMPTY, hasKept, isIssue, isList, issues, newIssue, pick, row } from "../stage.mjs";

export const tests = {
  async "a slow list is no empty list"({ page }) {
    let answer;
    const looked = new Promise((resolve) => {
      answer = resolve;
    });
    await page.route(isList, async (route) => {
      await looked;
      await route.continue();
    });
    await page.goto(issues);
    await page.getByRole("status", { name: "Loading…" }).waitFor();
    assert.equal(await page.getByText(EMPTY).count(), 0);
    answer();
    await page.locator("[data-row]").first().waitFor();
  },

  async "a list that fails says so, and comes with Retry"({ page }) {
    let isBroken = true;
    await page.route(isList, (route) =>
      isBroken ? route.fulfill({ status: 500, json: { error: "Internal server error" } }) : route.continue(),
    );
    await page.goto(issues);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assert.match(await alert.textContent(), /Issues could not be loaded/);
    assert.equal(await page.getByText(EMPTY).count(), 0);
    isBroken = false;
    await alert.getByRole("button", { name: "Retry" }).click();
    await page.locator("[data-row]").first().waitFor();
  },

  async "a slow change shows before the server answers"({ page }) {
    const issue = await newIssue();
    await page.goto(issues);
    await row(page, issue.title).waitFor();
    let answer;
    const shown = new Promise((resolve) => {
      answer = resolve;
    });
    await page.route(isIssue, async (route) => {
      await shown;
      await route.continue();
    });
    await pick(page, issue.title, "2");
    const changed = row(page, issue.title).getByRole("button", { name: "Status: Todo" });
    await changed.waitFor();
    answer();
    await page.waitForResponse((response) => response.request().method() === "PATCH");
    await settle(page);
    assert.equal(await changed.count(), 1);
  },

  async "a refused change is taken back, with the reason"({ page }) {
    const issue = await newIssue();
    await page.goto(issues);
    await row(page, issue.title).waitFor();
    await pick(page, issue.title, "5");
    await page.getByText(`${issue.identifier} was not changed`).waitFor();
    await row(page, issue.title).getByRole("button", { name: "Status: Backlog" }).waitFor();
  },

  async "a change is undone from its toast"({ page }) {
    const issue = await newIssue();
    await page.goto(issues);
    await row(page, issue.title).waitFor();
    await pick(page, issue.title, "7");
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, issue.title).getByRole("button", { name: "Status: Backlog" }).waitFor();
    await until("it is back", async () => (await call("GET", `/issues/${issue.id}`)).status === "backlog");
  },

  async "somebody else's change shows without a reload"({ page }) {
    const issue = await newIssue();
    await page.goto(`${issues}?q=${encodeURIComponent(issue.title)}`);
    await row(page, issue.title).waitFor();
    await call("PATCH", `/issues/${issue.id}`, { title: `${issue.title} renamed` });
    await page.getByText(`${issue.title} renamed`).waitFor({ timeout: 2000 });
  },

  async "what happened while the line was broken shows when it is back"({ page, context }) {
    const issue = await newIssue();
    await page.goto(issues);
    await row(page, issue.title).waitFor();
    await settle(page);
    await context.setOffline(true);
    await page.getByText(/^Offline\./).waitFor();
    await call("PATCH", `/issues/${issue.id}`, { title: `${issue.title} meanwhile` });
    await context.setOffline(false);
    await page.getByText(`${issue.title} meanwhile`).waitFor({ timeout: 20_000 });
  },

  async "a page is complete after a few calls"({ page }) {
    const asked = [];
    let hasBootstrap = true;
    page.on("response", (answer) => {
      if (answer.url().endsWith("/ui-bootstrap") && !answer.ok()) hasBootstrap = false;
    });
    // The number beside the inbox is counted when the page stands: a list of one row each.
    const isCount = (url) => /[?&]limit=1(&|$)/.test(url);
    page.on("request", (request) => {
      const url = request.url();
      if (url.includes("/api/") && !isCount(url)) asked.push(url);
    });
    // Four, and in a small company two more: what the board is asked for, and what happened last, which is
    // in sight without being scrolled to.
    for (const [path, most] of Object.entries({ dashboard: 6, issues: 4 })) {
      asked.length = 0;
      await page.goto("about:blank");
      await page.goto(`/${company.prefix}/${path}`);
      await settle(page);
      if (hasBootstrap) assert.ok(asked.length <= most, `${path}: ${asked.join("\n")}`);
    }
  },

  async "an open page asks for nothing by itself"({ page }) {
    await page.clock.install();
    await page.goto(issues);
    await settle(page);
    await page.clock.runFor(5000);
    await settle(page);
    const asked = [];
    page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
    await page.clock.runFor(60_000);
    await settle(page);
    assert.deepEqual(asked, []);
  },

  async "a second visit shows what is known before the server answers"({ page }) {
    await page.goto(issues);
    await settle(page);
    await until("it is kept", () => page.evaluate(hasKept));
    await page.route(/\/api\//, () => undefined);
    await page.reload();
    await page.locator("[data-row]").first().waitFor({ timeout: 5000 });
  },

  async "the filter is in the address, and Back takes it back"({ page }) {
    await page.goto(`${issues}?status=todo&group=priority`);
    await settle(page);
    const statuses = await page
      .getByRole("button", { name: /^Status:/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    assert.ok(statuses.length > 0 && statuses.every((status) => status === "Status: Todo"), statuses.join());
    await page.keyboard.press("v");
    await page.waitForURL(/view=board/);
    await page.goBack();
    await page.waitForURL((url) => url.search === "?status=todo&group=priority");
  },

  async "an issue is made by keyboard, and its draft survives Esc and a reload"({ page }) {
    await page.goto(issues);
    await settle(page);
    const title = `Typed ${Date.now()}`;
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.reload();
    await settle(page);
    await page.keyboard.press("c");
    assert.equal(await page.getByRole("dialog").getByLabel("What is to be done?").inputValue(), title);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await row(page, title).waitFor();
  },

  async "rows are walked, selected and changed by keyboard"({ page }) {
    const one = await newIssue();
    const other = await newIssue();
    await page.goto(`${issues}?q=Behaviour&group=none&sort=number`);
    await row(page, other.title).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+ArrowDown");
    const bar = page.getByRole("toolbar", { name: "2 selected" });
    await bar.getByRole("button", { name: "Priority" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("1");
    await page.getByText("2 issues changed").waitFor();
    for (const { id } of [one, other])
      await until("it is critical", async () => (await call("GET", `/issues/${id}`)).priority === "critical");
  },

  async "old addresses lead on, and unknown ones say what they are"({ page }) {
    await page.goto(`/${company.prefix.toLowerCase()}/tasks`);
    await page.waitForURL(`**${issues}`);
    await page.goto("/agents");
    await page.waitForURL(/\/agents\/all$/);
    await page.goto("/ZZZ/issues");
    await page.getByText("There is no company ZZZ").waitFor();
    await page.goto(`/${company.prefix}/nowhere`);
    await page.getByText("There is no such page").first().waitFor();
  },
};
