// Documents of an issue: written, changed by two at once, and by an agent that has a key.
import assert from "node:assert/strict";
import { settle, until } from "../browser.mjs";
import { call, issues, newIssue } from "../stage.mjs";

const plan = (issue) => `/issues/${issue.id}/documents/plan`;

export const tests = {
  async "a document is written, changed, and brought back"({ page }) {
    const issue = await newIssue();
    await page.goto(`${issues}/${issue.identifier}`);
    await page.getByRole("button", { name: "New document" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("plan");
    await dialog.getByLabel("Text").fill("# First\n\nDig a hole.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("heading", { name: "First" }).waitFor();
    assert.match(page.url(), /document=plan/);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Text").fill("# Second\n\nFill it in.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await dialog.getByRole("heading", { name: "Second" }).waitFor();
    await dialog.getByRole("button", { name: "History" }).click();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await dialog.getByText("Revision 3").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Documents" }).getByText("Revision 3").waitFor();
    assert.match((await call("GET", plan(issue))).body, /Dig a hole/);
  },

  async "what somebody else writes appears, and is not overwritten"({ page }) {
    const issue = await newIssue();
    const first = await call("PUT", plan(issue), { format: "markdown", body: "Ours." });
    await page.goto(`${issues}/${issue.identifier}?document=plan`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Ours.").waitFor();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Text").fill("Mine.");
    await call("PUT", plan(issue), {
      format: "markdown",
      body: "Theirs.",
      baseRevisionId: first.latestRevisionId,
    });
    await settle(page);
    await page.keyboard.press("ControlOrMeta+Enter");
    const conflict = page.getByRole("dialog").last();
    await conflict.getByText("Theirs.").waitFor();
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await until("mine is saved", async () => (await call("GET", plan(issue))).body === "Mine.");
    // Nobody is editing now: what comes next is just there.
    const { latestRevisionId } = await call("GET", plan(issue));
    await call("PUT", plan(issue), {
      format: "markdown",
      body: "Seen at once.",
      baseRevisionId: latestRevisionId,
    });
    await page.getByRole("dialog").getByText("Seen at once.").waitFor();
  },

  async "a document that is locked says so, and cannot be changed"({ page }) {
    const issue = await newIssue();
    await call("PUT", plan(issue), { format: "markdown", body: "Settled." });
    await page.goto(`${issues}/${issue.identifier}?document=plan`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Lock" }).click();
    await dialog.getByText("Nobody changes it.", { exact: false }).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Edit" }).count(), 0);
    await dialog.getByRole("button", { name: "Unlock" }).click();
    await dialog.getByRole("button", { name: "Edit" }).waitFor();
    await dialog.getByRole("button", { name: "Delete document" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Delete document" }).click();
    await page.getByRole("button", { name: "New document" }).waitFor();
    assert.equal((await call("GET", `/issues/${issue.id}/documents`)).length, 0);
  },
};
