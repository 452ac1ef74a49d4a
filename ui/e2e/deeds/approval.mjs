// What a person does with approvals: sees in the inbox that somebody is to be hired, asks for a change, which
// needs a word, talks about it, and approves; the candidate is at work.

export async function decideHire(page, { prefix, id, call }) {
  const name = `Sam ${Date.now()}`;
  await call("PATCH", `/companies/${id}`, { requireBoardApprovalForNewAgents: true });
  const { agent, approval } = await call("POST", `/companies/${id}/agent-hires`, {
    name,
    role: "engineer",
    adapterType: "process",
    adapterConfig: { command: "true" },
    budgetMonthlyCents: 1500,
  });
  await call("PATCH", `/companies/${id}`, { requireBoardApprovalForNewAgents: false });
  await page.goto(`/${prefix}/inbox/mine`);
  await page.getByRole("link", { name: `Hire ${name}` }).click();
  await page.getByText("$15.00 a month").waitFor();

  await page.getByRole("button", { name: "Ask for a change" }).click();
  await page.getByText("Say what is to be different.").waitFor();
  await page.keyboard.type("Cheaper, please.");
  await page.getByRole("button", { name: "Ask for a change" }).click();
  await page.getByText("Revision requested", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Comment" }).fill("On second thought, it is fine.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("article").getByText("On second thought").waitFor();

  await page.getByRole("button", { name: "Approve hire" }).click();
  await page.getByText("You decided: Approved").waitFor();
  const faults = [];
  const decided = await call("GET", `/approvals/${approval.id}`);
  if (decided.status !== "approved") faults.push(`it is ${decided.status}`);
  const { status } = await call("GET", `/agents/${agent.id}`);
  if (status !== "idle") faults.push(`the candidate is ${status}`);
  return faults;
}
