// What a person does on the board: drags a card, moves one by its menu, and says what a blocked one waits for.

export async function moveOnBoard(page, { prefix, id, call }) {
  const make = (title) =>
    call("POST", `/companies/${id}/issues`, {
      title,
      status: "backlog",
      priority: "critical",
      allowDuplicate: true,
    });
  const dragged = await make(`Drag me ${Date.now()}`);
  const chosen = await make(`Move me ${Date.now()}`);
  await page.goto(`/${prefix}/issues?view=board`);
  const faults = [];

  const card = page.getByRole("link", { name: dragged.title });
  await card.waitFor();
  const isTouch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  // Fingers have the menu; native drags are for mice.
  if (!isTouch) {
    await card.dragTo(page.locator('[data-column="in_review"]'));
    await page.locator('[data-column="in_review"]').getByText(dragged.title).waitFor();
    await page.waitForTimeout(1500);
    const { status } = await call("GET", `/issues/${dragged.identifier}`);
    if (status !== "in_review") faults.push(`the dragged one is ${status}`);
  }

  const menu = page.getByRole("button", { name: `Move or open ${chosen.identifier}` });
  await menu.click();
  await page.getByRole("menuitem", { name: "Blocked" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(/somebody of the board/).fill("Give me the password");
  await form.getByRole("button", { name: "Block issue" }).click();
  await page.locator('[data-column="blocked"]').getByText(chosen.title).waitFor({ state: "attached" });
  await page.waitForTimeout(1500);
  const { status } = await call("GET", `/issues/${chosen.identifier}`);
  if (status !== "blocked") faults.push(`the chosen one is ${status}`);
  return faults;
}
