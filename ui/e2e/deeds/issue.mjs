// What a person does on an issue: rename it, say something, give it a state and a blocker, settle what keeps it.

/** An issue whose agent failed at it, made through the API. */
export async function failedIssue(call, company) {
  const name = "Kai";
  const agents = await call("GET", `/companies/${company}/agents`);
  const agent =
    agents.find((one) => one.name === name) ??
    (await call("POST", `/companies/${company}/agents`, {
      name,
      role: "engineer",
      adapterType: "process",
      adapterConfig: { command: "sh", args: ["-c", "echo connecting; echo refused >&2; exit 3"] },
    }));
  return call("POST", `/companies/${company}/issues`, {
    title: "Move the archive",
    description: "- [ ] Copy\n- [ ] Compare",
    assigneeAgentId: agent.id,
    allowDuplicate: true,
  });
}

export async function actOnIssue(page, { prefix, id, call }) {
  const issue = await failedIssue(call, id);
  await page.goto(`/${prefix}/issues/${issue.identifier}`);

  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Move the old archive");
  await title.press("Enter");

  // A box of the checklist is ticked in the text.
  await page.getByRole("checkbox", { name: "Copy" }).click();

  await page.keyboard.press("r");
  await page.keyboard.type("Look at the second disk first.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("article").getByText("Look at the second disk first.").waitFor();

  await page.getByRole("button", { name: "Say what it did" }).click({ timeout: 20_000 });
  const form = page.getByRole("dialog");
  await form.getByText("did nothing of it").click();
  await form.getByLabel("How do you know?").fill("The target is empty, nothing was copied.");
  await form.getByText("I looked: the run does nothing any more").click();
  await form.getByText("is done", { exact: true }).click();
  await form.getByRole("button", { name: "Settle it" }).click();
  await form.waitFor({ state: "detached" });

  const answer = await call("GET", `/issues/${issue.identifier}/page`);
  const faults = [];
  if (answer.issue.title !== "Move the old archive") faults.push(`its title is ${answer.issue.title}`);
  if (!answer.issue.description.includes("- [x] Copy")) faults.push("its box was not ticked");
  if (answer.comments.length !== 1) faults.push(`it has ${answer.comments.length} comments`);
  if (answer.issue.status !== "done") faults.push(`it is ${answer.issue.status} after it was settled`);
  return faults;
}
