// What an open page shows of a run that begins and ends.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settle } from "../browser.mjs";
import { call, company, issues, newIssue } from "../stage.mjs";

export const tests = {
  async "a run begins and ends on the open page of its issue"({ page }) {
    const folder = await mkdtemp(join(tmpdir(), "board-run-"));
    const sign = join(folder, "go");
    const agent = await call("POST", `/companies/${company.id}/agents`, {
      name: `Waits ${Date.now()}`,
      adapterType: "process",
      adapterConfig: { command: "sh", args: ["-c", `until [ -e ${sign} ]; do sleep 0.1; done`] },
    });
    const issue = await newIssue();
    await page.goto(`${issues}/${issue.identifier}`);
    await settle(page);
    await call("PATCH", `/issues/${issue.id}`, { assigneeAgentId: agent.id, status: "todo" });
    const strip = page.getByRole("main").getByRole("status").getByRole("button", { name: "Stop" });
    await strip.waitFor();
    await writeFile(sign, "");
    await strip.waitFor({ state: "detached" });
    await page
      .getByRole("region", { name: `Run of ${agent.name}` })
      .first()
      .waitFor();
    await rm(folder, { recursive: true, force: true });
  },
};
