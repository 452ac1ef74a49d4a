// What a person does with goals and projects: sets a goal, gives it a project, moves its state.

export async function setGoal(page, { prefix, id, call }) {
  const title = `Be understood ${Date.now()}`;
  await page.goto(`/${prefix}/goals`);
  await page.getByRole("button", { name: "New goal" }).first().click();
  await page.getByLabel("What is to be reached").fill(title);
  await page.getByRole("button", { name: "Create goal" }).click();
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Status: Planned" }).click();
  await page.getByRole("option", { name: "Active" }).click();
  await page.getByRole("button", { name: "Status: Active" }).waitFor();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "New project" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Docs ${title}`);
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("link", { name: title }).waitFor();

  const goal = (await call("GET", `/companies/${id}/goals`)).find((one) => one.title === title);
  return goal?.status === "active" ? [] : [`the goal is ${goal?.status}`];
}
