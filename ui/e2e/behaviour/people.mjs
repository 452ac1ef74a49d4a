// Several people at one company, and one who has no mouse.
import assert from "node:assert/strict";
import { open, settle, until } from "../browser.mjs";
import { address, call, company, issues, newIssue, pick, row } from "../stage.mjs";

/** The list with what was made last on top. */
const NEWEST = `${issues}?group=none&sort=created`;

export const tests = {
  async "two browsers see each other's changes"({ page, browser }) {
    const issue = await newIssue();
    const { context, page: other } = await open(browser, address);
    await Promise.all([page.goto(NEWEST), other.goto(`${issues}/${issue.identifier}`)]);
    await row(page, issue.title).waitFor();
    await other.getByRole("textbox", { name: "Title" }).waitFor();
    // What one does in the list is on the other's page.
    await pick(page, issue.title, "2");
    await other.getByLabel("Properties").getByText("Todo", { exact: true }).waitFor();
    // And back: a new title, and a comment that the look into the row shows.
    await other.getByRole("textbox", { name: "Title" }).fill(`${issue.title} seen`);
    await other.keyboard.press("Enter");
    await row(page, `${issue.title} seen`).waitFor();
    await row(page, `${issue.title} seen`).hover();
    await page.keyboard.press("Space");
    await page.getByText("No description.").waitFor();
    await other.keyboard.press("r");
    await other.keyboard.type("I am at it.");
    await other.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("complementary").getByText("I am at it.").waitFor();
    await context.close();
  },

  async "who saves last over another's text is shown both, and chooses"({ page }) {
    const issue = await newIssue();
    await page.goto(`${issues}/${issue.identifier}`);
    await page.getByText("Add a description").click();
    await page.getByLabel("Description").last().fill("Mine is better.");
    const told = page.waitForResponse((answer) => answer.url().endsWith(`/issues/${issue.identifier}/page`));
    await call("PATCH", `/issues/${issue.id}`, { description: "Theirs came first." });
    await told;
    await settle(page);
    await page.keyboard.press("ControlOrMeta+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Theirs came first.").waitFor();
    await dialog.getByText("Mine is better.").waitFor();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await until(
      "mine is saved",
      async () => (await call("GET", `/issues/${issue.id}`)).description === "Mine is better.",
    );
  },

  async "the main things are done without a mouse"({ page }) {
    const title = `Keys only ${Date.now()}`;
    await page.goto(`/${company.prefix}/dashboard`);
    await settle(page);
    // Over the skip link into the page.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "content");
    // A new issue, from anywhere.
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    // To the list, to the row, a state and a priority.
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.waitForURL(`**${issues}`);
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(title);
    await page.waitForURL(/q=/);
    await page.keyboard.press("Enter");
    await until("it is alone", async () => (await page.locator("[data-row]").count()) === 1);
    await row(page, title).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("2");
    await row(page, title).getByRole("button", { name: "Status: Todo" }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("1");
    await row(page, title).getByRole("button", { name: "Priority: Critical" }).waitFor();
    // Into it, a comment, and back to where one was.
    await page.keyboard.press("Enter");
    await page.waitForURL(/issues\/[A-Z]+-\d+$/);
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Nothing but keys.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("article").getByText("Nothing but keys.").waitFor();
    await until("one is back in the list", async () => {
      await page.keyboard.press("Escape");
      return /issues\?q=/.test(page.url());
    });
    // The palette finds it, and the sheet says which keys there are.
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(title);
    await page.getByRole("option", { name: title }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Set status").waitFor();
  },
};
