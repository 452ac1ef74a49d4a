// What is said of sums: nothing that has no price is free.
import { describe, expect, it } from "vitest";
import type { CostByProvider, SummedCosts } from "@/api/costs";
import { gathered, owedOf, shareOf, totalOf, without } from "./sums";

const row = (some: Partial<SummedCosts>): SummedCosts => ({
  costCents: 0,
  costMicros: 0,
  estimateCents: 0,
  unpricedEventCount: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  ...some,
});

describe("what is owed", () => {
  it("is an amount, however small", () => {
    expect(owedOf(row({ costMicros: 40, unpricedEventCount: 2 }))).toEqual({ kind: "money", micros: 40 });
  });

  it("is part of a plan where the list has a price and nothing is owed", () => {
    expect(owedOf(row({ estimateCents: 120 }))).toEqual({ kind: "plan" });
    expect(owedOf(row({ inputTokens: 5 }))).toEqual({ kind: "plan" });
  });

  it("is unpriced where nobody knows, and nothing where nothing was used", () => {
    expect(owedOf(row({ unpricedEventCount: 1, inputTokens: 5 }))).toEqual({ kind: "unpriced" });
    expect(owedOf(row({}))).toEqual({ kind: "nothing" });
  });
});

it("a total has every figure of its rows", () => {
  const total = totalOf([row({ costMicros: 2, inputTokens: 3 }), row({ costMicros: 5, outputTokens: 1 })]);
  expect(total).toEqual(row({ costMicros: 7, inputTokens: 3, outputTokens: 1 }));
});

it("a share is of what is owed, or of the list where all is in plans", () => {
  const total = row({ costMicros: 200, estimateCents: 10 });
  expect(shareOf(row({ costMicros: 50 }), total)).toBe(0.25);
  expect(shareOf(row({ estimateCents: 5 }), row({ estimateCents: 10 }))).toBe(0.5);
  expect(shareOf(row({}), row({}))).toBeUndefined();
});

it("rows of one name are one, the dearest first", () => {
  const of = (provider: string, costMicros: number) =>
    ({ ...row({ costMicros }), provider, apiRunCount: 1, subscriptionRunCount: 0 }) as CostByProvider;
  const found = gathered([of("a", 1), of("b", 5), of("a", 2)], (one) => one.provider);
  expect(found.map((one) => [one.name, one.total.costMicros, one.total.apiRunCount])).toEqual([
    ["b", 5, 1],
    ["a", 3, 2],
  ]);
});

it("without a part, what is left is never less than nothing", () => {
  const left = without(row({ costMicros: 7, inputTokens: 1 }), row({ costMicros: 3, inputTokens: 2 }));
  expect(left).toEqual(row({ costMicros: 4 }));
});
