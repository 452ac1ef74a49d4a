// What a person does in the inbox: takes an issue out of it and back in, all by keys.

export async function triageInbox(page, { prefix, id, call }) {
  const title = `Sign the lease ${Date.now()}`;
  const issue = await call("POST", `/companies/${id}/issues`, {
    title,
    status: "todo",
    assigneeUserId: "local-board",
  });
  await page.goto(`/${prefix}/inbox/mine`);
  const row = page.locator("[data-row]", { hasText: title });
  await row.waitFor();
  // The latest comes first.
  await page.keyboard.press("j");
  await page.keyboard.press("y");
  await row.waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+z");
  await row.waitFor();
  await row.getByRole("link").click();
  await page.getByText(issue.identifier).first().waitFor();
  return [];
}
