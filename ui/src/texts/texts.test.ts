// Both catalogues say the same things; values fill their places; times, durations and money read well.
import { describe, expect, it } from "vitest";
import { catalogue as german } from "./de";
import { catalogue as english } from "./en";
import { fill } from "./fill";
import { formatsOf } from "./format";

type Pages = Record<string, Record<string, string | { one: string; other: string }>>;

const forms = (text: string | { one: string; other: string }) =>
  typeof text === "string" ? [text] : [text.one, text.other];
const places = (text: string | { one: string; other: string }) =>
  [
    ...new Set(
      forms(text)
        .join(" ")
        .match(/\{\w+\}/g) ?? [],
    ),
  ].sort();

describe("the catalogues", () => {
  const here = english as unknown as Pages;
  const there = german as unknown as Pages;

  it("have the same pages and keys", () => {
    expect(Object.keys(there)).toEqual(Object.keys(here));
    for (const [page, texts] of Object.entries(here)) {
      expect(Object.keys(there[page] ?? {}).sort(), page).toEqual(Object.keys(texts).sort());
    }
  });

  it("have the same places for values, and no empty text", () => {
    for (const [page, texts] of Object.entries(here)) {
      for (const [key, text] of Object.entries(texts)) {
        const other = there[page]?.[key] ?? "";
        expect(places(other), `${page}.${key}`).toEqual(places(text));
        expect(
          forms(other).every((form) => form.length > 0),
          `${page}.${key}`,
        ).toBe(true);
      }
    }
  });
});

it("a value that is not given stays visible", () => {
  expect(fill("{a} and {b}", { a: "one" })).toBe("one and {b}");
});

describe("formats", () => {
  const en = formatsOf("en", "UTC");
  const de = formatsOf("de", "UTC");
  const now = Date.parse("2026-06-15T12:00:00Z");
  const ago = (ms: number) => new Date(now - ms).toISOString();

  it("say times relative for a week, then as a date", () => {
    expect(en.relative(ago(10_000), now)).toBe("now");
    expect(en.relative(ago(4 * 60_000), now)).toBe("4 min. ago");
    expect(en.relative(ago(2 * 3_600_000), now)).toBe("2 hr. ago");
    expect(de.relative(ago(3 * 86_400_000), now)).toBe("vor 3 Tagen");
    expect(en.relative(ago(10 * 86_400_000), now)).toMatch(/Jun 5/);
  });

  it("say durations in two units at most", () => {
    expect(en.duration(340)).toBe("0.3 s");
    expect(en.duration(42_000)).toBe("42 s");
    expect(en.duration(64 * 60_000)).toBe("1 h 4 min");
    expect(en.duration(60 * 60_000)).toBe("1 h");
    expect(de.duration(2_500)).toBe("2,5 s");
    expect(en.duration(26 * 3_600_000)).toBe("1 d 2 h");
  });

  it("say money and sizes with their unit", () => {
    expect(en.money(1234)).toBe("$12.34");
    expect(de.money(1234)).toMatch(/12,34\s\$/);
    expect(en.bytes(0)).toBe("0 B");
    expect(en.bytes(12_345)).toBe("12.3 kB");
    expect(en.compact(12_345)).toBe("12.3K");
  });
});
