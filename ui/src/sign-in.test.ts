// Where the sign-in leads, and what of an earlier person it leaves.
import { expect, it } from "vitest";
import { isOutside, nextOf } from "./sign-in";

it("leads back to the page", () => {
  expect(nextOf("/ACM/issues/ACM-1?tab=runs#c")).toBe("/ACM/issues/ACM-1?tab=runs#c");
  expect(nextOf(undefined)).toBe("/");
});

it("leads to no other server, and not in circles", () => {
  for (const asked of [
    "https://else.where/",
    "//else.where",
    "/\\else.where",
    "\\\\else.where",
    "javascript:x",
  ])
    expect(nextOf(asked), asked).toBe("/");
  expect(nextOf("/auth?next=%2Fauth")).toBe("/");
});

it("knows what is there for everybody", () => {
  for (const path of ["/auth", "/cli-auth/1", "/board-claim/x"]) expect(isOutside(path), path).toBe(true);
  for (const path of ["/", "/AUT/issues", "/authors"]) expect(isOutside(path), path).toBe(false);
});
