// What an address means as a stretch of time.
import { describe, expect, it } from "vitest";
import { partOfMonth, periodOf } from "./period";

const NOW = Date.parse("2026-03-05T12:00:00Z");

describe("a period", () => {
  it("is the current month unless something else is asked for", () => {
    expect(periodOf({}, NOW)).toEqual({ period: "month", span: { from: "2026-03-01" } });
    expect(periodOf({ period: "nonsense" }, NOW).period).toBe("month");
  });

  it("of days holds today", () => {
    expect(periodOf({ period: "7d" }, NOW).span).toEqual({ from: "2026-02-27" });
    expect(periodOf({ period: "30d" }, NOW).span).toEqual({ from: "2026-02-04" });
  });

  it("is open at both ends for everything", () => {
    expect(periodOf({ period: "all" }, NOW).span).toEqual({});
    expect(periodOf({ period: "year" }, NOW).span).toEqual({ from: "2026-01-01" });
  });

  it("of one's own choice holds its last day, and leaves out what is no date", () => {
    const asked = { period: "custom", from: "2026-01-10", to: "2026-01-12" };
    expect(periodOf(asked, NOW).span).toEqual({ from: "2026-01-10", to: "2026-01-12T23:59:59.999Z" });
    expect(periodOf({ period: "custom", from: "soon" }, NOW).span).toEqual({});
  });
});

it("a month passes by UTC", () => {
  expect(partOfMonth(Date.parse("2026-03-01T00:00:00Z"))).toBe(0);
  expect(partOfMonth(Date.parse("2026-02-15T00:00:00Z"))).toBe(0.5);
});
