// Unsent texts of several windows.
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const window = () => import("./drafts");

it("two windows that write in two places take nothing from each other", async () => {
  const one = await window();
  vi.resetModules();
  const other = await window();
  one.setDraft("issue/1", "of the first");
  other.setDraft("issue/2", "of the second");
  dispatchEvent(new Event("pagehide"));
  vi.resetModules();
  const later = await window();
  later.addToDraft("issue/1", "> quoted");
  later.addToDraft("issue/2", "and more");
  dispatchEvent(new Event("pagehide"));
  const kept = (place: string) => JSON.parse(localStorage.getItem(`wireclip.draft/${place}`) ?? "{}").value;
  expect(kept("issue/1")).toBe("of the first\n\n> quoted");
  expect(kept("issue/2")).toBe("of the second\n\nand more");
});
