// What a person does with agents: hires one, pauses it and takes that back, changes a setting and brings
// the old one back, makes a key for it.

export async function hireAgent(page, { prefix, id, call }) {
  const name = `Nia ${Date.now()}`;
  await page.goto(`/${prefix}/agents/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Command").fill("echo");
  await page.getByRole("button", { name: "Try the settings" }).click();
  await page.getByText("All is well").waitFor({ timeout: 20_000 });
  await page.getByRole("button", { name: "Hire agent" }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();

  const find = async () => (await call("GET", `/companies/${id}/agents`)).find((one) => one.name === name);
  const { urlKey } = await find();
  const faults = [];

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Pause agent" }).click();
  await page.getByText("Paused by hand").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Paused by hand").waitFor({ state: "detached" });

  await page.goto(`/${prefix}/agents/${urlKey}/runtime`);
  await page.getByLabel("Command").fill("true");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
  await page.getByLabel("Command").fill("false");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });

  await page.goto(`/${prefix}/agents/${urlKey}/revisions`);
  await page.getByRole("button", { name: "Bring back" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
  await page.getByText("brought back", { exact: false }).first().waitFor();
  const command = (await find()).adapterConfig.command;
  if (command !== "true") faults.push(`its command is ${command}`);

  await page.goto(`/${prefix}/agents/${urlKey}/api-keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("For the nightly build");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("It is not shown again").waitFor();
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("listitem").filter({ hasText: "For the nightly build" }).waitFor();
  return faults;
}
