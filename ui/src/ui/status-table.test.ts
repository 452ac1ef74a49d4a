// Every state has a look and a word, and unknown ones do not break anything.
import { expect, it } from "vitest";
import { words } from "@/texts/en/words";
import { ISSUE_STATUSES, lookOf } from "./status-table";

it("knows the states of issues", () => {
  for (const status of ISSUE_STATUSES) expect(lookOf(status).word).toBe(status);
});

it("has a word for every look", () => {
  for (const status of ["idle", "running", "paused", "error", "scheduled_retry", "timed_out", "archived"]) {
    expect(words[lookOf(status).word]).toBeTruthy();
  }
});

it("shows a state of a newer server as unknown", () => {
  expect(lookOf("levitating")).toMatchObject({ word: "unknown", shape: "dashed" });
});
