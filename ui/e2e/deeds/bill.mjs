// What a person does about money: books a bill that is an estimate, and finds it among the others; looks at
// another stretch of time, which the address keeps; goes from an agent's sum to the agent's own costs.
import { until } from "../browser.mjs";

export async function bookBill(page, { prefix, id, call }) {
  const what = `Plan ${Date.now()}`;
  await page.goto(`/${prefix}/activity/costs?by=finance`);
  await page.getByRole("button", { name: "Book", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await form.getByText("An amount such as").waitFor();
  await form.getByLabel("Amount", { exact: true }).fill("20.50");
  await form.getByLabel("Biller").fill("Cloudy");
  await form.getByLabel("Description").fill(what);
  await form.getByLabel("The amount is an estimate").click();
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText(what).waitFor();

  await page.getByRole("radio", { name: "30 days" }).click();
  await until("the address keeps the period", async () => page.url().includes("period=30d"));
  await page.getByRole("link", { name: "By agent" }).click();
  await page.getByRole("row").getByRole("link", { name: "Mara" }).click();
  await page.getByRole("row").getByText("claude-sonnet-4-5").waitFor();

  const booked = (await call("GET", `/companies/${id}/costs/finance-events`)).find(
    (one) => one.description === what,
  );
  const isRight = booked?.amountCents === 2050 && booked.estimated && booked.direction === "debit";
  return isRight ? [] : [`what was booked is ${JSON.stringify(booked)}`];
}
