// From an issue one goes on in the list that one came from, and back to it.
import { expect, it } from "vitest";
import { listOf, neighbourOf, rememberPlace } from "./place";

it("knows the neighbours in the list, and nothing of other issues", () => {
  expect(neighbourOf("A-1", 1)).toBeUndefined();
  rememberPlace("/A/issues?status=todo", ["A-3", "A-1", "A-2"]);
  expect(neighbourOf("A-1", 1)).toBe("A-2");
  expect(neighbourOf("A-1", -1)).toBe("A-3");
  expect(neighbourOf("A-2", 1)).toBeUndefined();
  expect(listOf("A-1")).toBe("/A/issues?status=todo");
  expect(listOf("B-1")).toBeUndefined();
});
