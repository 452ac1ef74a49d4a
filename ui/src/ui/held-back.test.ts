// What is new above what was there waits; what follows it, as more of a list does, does not.
import { expect, it } from "vitest";
import { splitNew } from "./held-back";

const same = (item: string) => item;

it("holds back what comes in above and between, and not what follows", () => {
  const known = new Set(["a", "b"]);
  expect(splitNew(["new", "a", "also", "b", "more"], same, known)).toEqual({
    shown: ["a", "b", "more"],
    waiting: 2,
  });
});

it("lets go what left, and shows another list as it is", () => {
  expect(splitNew(["b"], same, new Set(["a", "b"]))).toEqual({ shown: ["b"], waiting: 0 });
  expect(splitNew(["x", "y"], same, new Set(["a"]))).toEqual({ shown: ["x", "y"], waiting: 0 });
});
