// What a person does with a run that failed: finds it in the list, reads why, looks for a line, opens the raw log.
import { failedIssue } from "./issue.mjs";

export async function readFailedRun(page, { prefix, id, call }) {
  const issue = await failedIssue(call, id);
  await page.goto(`/${prefix}/activity/runs?status=failed,timed_out`);
  // In the list: the sidebar may name the issue among those that were looked at.
  const list = page.getByRole("main");
  await list.getByRole("link", { name: issue.title }).first().click({ timeout: 20_000 });

  await page.getByRole("region", { name: "What failed" }).waitFor();
  await page.getByRole("log").getByText("refused").waitFor();
  await page.getByRole("searchbox", { name: "Find in output" }).fill("connect");
  await page.getByText("1 line", { exact: true }).waitFor();

  await page.getByRole("radio", { name: "Raw log" }).click();
  await page.getByText('"stream":"stderr"').waitFor();
  return [];
}
