// An issue with what belongs to it: its files, and all below it at once.
import assert from "node:assert/strict";
import { until } from "../browser.mjs";
import { call, issues, newIssue } from "../stage.mjs";

export const tests = {
  async "a file is attached, shown, and removed"({ page }) {
    const issue = await newIssue();
    await page.goto(`${issues}/${issue.identifier}`);
    await page.getByRole("button", { name: "Attach a file" }).waitFor();
    const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Read me.") };
    await page.locator("input[type=file]").setInputFiles(file);
    const files = page.getByRole("region", { name: "Files" });
    await files.getByRole("link", { name: "notes.txt", exact: true }).waitFor();
    const [kept] = await call("GET", `/issues/${issue.id}/attachments`);
    assert.equal(kept.byteSize, 8);
    const large = { name: "large.bin", mimeType: "text/plain", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await page.locator("input[type=file]").setInputFiles(large);
    await page.getByText("It is larger than 10 MB.").waitFor();
    await files.getByRole("button", { name: "Remove notes.txt" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove file" }).click();
    await page.getByRole("button", { name: "Attach a file" }).waitFor();
    assert.deepEqual(await call("GET", `/issues/${issue.id}/attachments`), []);
  },

  async "an issue is paused and cancelled with all below it, and brought back"({ page }) {
    const issue = await newIssue();
    await call("PATCH", `/issues/${issue.id}`, { status: "todo" });
    const child = await call("POST", `/issues/${issue.id}/children`, { title: "Below", status: "todo" });
    const choose = async (entry) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/issues? (is|are) concerned/).waitFor();
      await dialog.getByRole("button", { name: entry }).click();
      await dialog.waitFor({ state: "hidden" });
    };
    await page.goto(`${issues}/${issue.identifier}`);
    await choose("Pause with all below");
    await page.getByText("It is paused, or an issue above it is.").waitFor();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByText("It is paused, or an issue above it is.").waitFor({ state: "detached" });
    await choose("Cancel with all below");
    const stands = (status) => async () => (await call("GET", `/issues/${child.id}`)).status === status;
    await until("what is below is cancelled", stands("cancelled"));
    await choose("Restore what was cancelled below");
    await until("it stands where it stood", stands("todo"));
  },
};
