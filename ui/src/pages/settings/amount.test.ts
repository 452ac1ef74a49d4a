// Amounts survive the way into a field and back.
import { expect, it } from "vitest";
import { centsOf, dollarsOf } from "./amount";

it("takes what people type", () => {
  expect(centsOf("250")).toBe(25_000);
  expect(centsOf("$ 99.5")).toBe(9950);
  expect(centsOf("0,10")).toBe(10);
  expect(centsOf(" ")).toBe(0);
});

it("refuses what is no amount", () => {
  for (const text of ["-5", "1.234", "1,000.00", "lots", "1e3"]) expect(centsOf(text), text).toBeUndefined();
});

it("comes back as it was", () => {
  for (const cents of [0, 100, 12_345, 10]) expect(centsOf(dollarsOf(cents))).toBe(cents);
});
