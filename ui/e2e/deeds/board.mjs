// What a person does on the board: drags a card, moves one by its menu, and says what a blocked one waits for.
import { until } from "../browser.mjs";

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
  const isAt = async (issue, status) => (await call("GET", `/issues/${issue.identifier}`)).status === status;

  const card = page.getByRole("link", { name: dragged.title });
  await card.waitFor();
  const isTouch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  // Fingers have the menu; native drags are for mice.
  if (!isTouch) {
    await card.dragTo(page.locator('[data-column="in_review"]'));
    await page.locator('[data-column="in_review"]').getByText(dragged.title).waitFor();
    await until("the dragged one is in review", () => isAt(dragged, "in_review"));
  }

  const menu = page.getByRole("button", { name: `Move or open ${chosen.identifier}` });
  await menu.click();
  await page.getByRole("menuitem", { name: "Blocked" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(/somebody of the board/).fill("Give me the password");
  await form.getByRole("button", { name: "Block issue" }).click();
  await page.locator('[data-column="blocked"]').getByText(chosen.title).waitFor({ state: "attached" });
  await until("the chosen one is blocked", () => isAt(chosen, "blocked"));
  return [];
}
