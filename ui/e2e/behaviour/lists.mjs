// What people do with lists: look into a row, keep a view, star, put pages away, and read on while rows come in.
import assert from "node:assert/strict";
import { settle, until } from "../browser.mjs";
import { call, company, issues, newIssue, row } from "../stage.mjs";

const sidebar = (page) => page.getByRole("complementary", { name: "Navigation" });

export const tests = {
  async "space looks into a row, and the look goes with the keys"({ page }) {
    const one = await newIssue();
    const other = await newIssue();
    await page.goto(`${issues}?q=Behaviour&group=none&sort=number`);
    await row(page, other.title).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await page.getByRole("complementary", { name: other.identifier }).getByText("No description.").waitFor();
    await page.keyboard.press("j");
    await page.getByRole("complementary", { name: one.identifier }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: one.identifier }).waitFor({ state: "detached" });
    assert.match(page.url(), /issues\?/);
  },

  async "a view is saved, stands in the sidebar, and leads back"({ page }) {
    await page.goto(`${issues}?status=todo&group=priority`);
    await settle(page);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await page.getByLabel("Name of the view").fill("To begin with");
    await page.keyboard.press("Enter");
    const link = sidebar(page).getByRole("link", { name: "To begin with" });
    await link.waitFor();
    await page.goto(issues);
    await link.click();
    await page.waitForURL((url) => url.search === "?status=todo&group=priority");
  },

  async "an issue and an agent are starred, and the agent's star is the server's"({ page }) {
    const issue = await newIssue();
    await page.goto(`${issues}/${issue.identifier}`);
    await page.getByRole("button", { name: "Star", exact: true }).click();
    await sidebar(page)
      .getByRole("list")
      .getByRole("link", { name: issue.title, exact: true })
      .first()
      .waitFor();
    await page.goto(`/${company.prefix}/agents/${company.agent}/overview`);
    await page.getByRole("button", { name: /^(Star|Remove the star)$/ }).click();
    const path = `/companies/${company.id}/resource-memberships/me`;
    await until("the server knows", async () => (await call("GET", path)).starredAgentIds.length === 1);
    await page.reload();
    await page.getByRole("button", { name: "Remove the star" }).click();
    await until("it is gone", async () => (await call("GET", path)).starredAgentIds.length === 0);
  },

  async "a page is taken out of the sidebar, and comes back"({ page }) {
    await page.goto(issues);
    await settle(page);
    await page.getByTitle("Account").click();
    await page.getByRole("menuitem", { name: "Customise sidebar" }).click();
    await page.getByRole("checkbox", { name: "Goals" }).click();
    const goals = page.getByRole("link", { name: "Goals", exact: true, includeHidden: true });
    await goals.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Reset" }).click();
    await goals.waitFor({ state: "attached" });
  },

  async "rows that come in above wait behind a pill while one reads below"({ page }) {
    for (let count = 0; count < 30; count += 1) await newIssue();
    await page.goto(`${issues}?q=Behaviour&group=none&sort=created`);
    await page.locator("[data-row]").first().waitFor();
    await settle(page);
    await page.locator("[data-row]").first().hover();
    await page.mouse.wheel(0, 600);
    await until("the top is out of sight", () =>
      page.evaluate(() => [...document.querySelectorAll("#content *")].some((one) => one.scrollTop > 200)),
    );
    const issue = await newIssue();
    const pill = page.getByRole("button", { name: "1 new" });
    await pill.waitFor();
    await pill.click();
    await row(page, issue.title).waitFor();
  },

  async "the number beside the inbox is that of its items"({ page }) {
    await call("POST", `/companies/${company.id}/issues`, {
      title: `Mine ${Date.now()}`,
      status: "todo",
      assigneeUserId: "local-board",
    });
    await page.goto(`/${company.prefix}/inbox/mine`);
    await page.locator("[data-row]").first().waitFor();
    await until("both say the same", async () => {
      const rows = await page.locator("[data-row]").count();
      const says = await sidebar(page)
        .getByTitle(/needs? you$/)
        .textContent();
      return rows > 0 && says === String(rows);
    });
    const before = await page.locator("[data-row]").count();
    await page.keyboard.press("j");
    await page.keyboard.press("y");
    await until("both count one less", async () => {
      const says = await sidebar(page)
        .getByTitle(/needs? you$/)
        .allTextContents();
      return (says[0] ?? "0") === String(before - 1);
    });
  },
};
