// The toolbar of a Markdown field, and lists that go on by themselves.
import { describe, expect, it } from "vitest";
import { continueList, mentionAt, prefixLines, tick, wrap } from "./markdown-edit";

describe("marks", () => {
  it("go around the selection and away again", () => {
    const bold = wrap({ text: "a word", start: 2, end: 6 }, "**");
    expect(bold).toEqual({ text: "a **word**", start: 4, end: 8 });
    expect(wrap(bold, "**")).toEqual({ text: "a word", start: 2, end: 6 });
  });

  it("go before every selected line and away again", () => {
    const quoted = prefixLines({ text: "one\ntwo", start: 0, end: 7 }, "> ");
    expect(quoted.text).toBe("> one\n> two");
    expect(prefixLines(quoted, "> ").text).toBe("one\ntwo");
  });
});

describe("lists", () => {
  const at = (text: string) => ({ text, start: text.length, end: text.length });

  it("go on with the next item", () => {
    expect(continueList(at("- one"))?.text).toBe("- one\n- ");
    expect(continueList(at("  3. one"))?.text).toBe("  3. one\n  4. ");
    expect(continueList(at("- [x] one"))?.text).toBe("- [x] one\n- [ ] ");
  });

  it("end with an empty item, and are no lists elsewhere", () => {
    expect(continueList(at("- one\n- "))?.text).toBe("- one\n");
    expect(continueList(at("plain"))).toBeUndefined();
  });
});

it("a mention begins at a word of its own", () => {
  expect(mentionAt("hello @ad", 9)).toEqual({ from: 6, typed: "ad" });
  expect(mentionAt("mail@ad", 7)).toBeUndefined();
});

it("a box of a checklist is ticked where it stands, and none in code", () => {
  const text = "- [ ] one\n```\n- [ ] code\n```\n1. [x] two";
  expect(tick(text, 0)).toBe("- [x] one\n```\n- [ ] code\n```\n1. [x] two");
  expect(tick(text, 1)).toBe("- [ ] one\n```\n- [ ] code\n```\n1. [ ] two");
  expect(tick(text, 2)).toBe(text);
});
