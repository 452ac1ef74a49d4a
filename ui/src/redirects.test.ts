// Old addresses lead to new ones, and new ones to themselves.
import { expect, it } from "vitest";
import { paths, samePageIn } from "./paths";
import { isArea, redirectOf } from "./redirects";

it.each([
  ["tasks", "issues"],
  ["tasks/ABC-1", "issues/ABC-1"],
  ["costs", "activity/costs"],
  ["audit/runs", "activity/runs"],
  ["agents", "agents/all"],
  ["agents/ada", "agents/ada/overview"],
  ["agents/ada/configuration", "agents/ada/runtime"],
  ["projects/site", "projects/site/overview"],
  ["inbox/new", "inbox/mine"],
  ["company/settings/environments", "company/settings/instance/environments"],
  ["status-cards/7", "status/7"],
  ["tools/policies", "apps/advanced/policies"],
  ["", "dashboard"],
])("%s leads to %s", (from, to) => {
  expect(redirectOf(from)?.path).toBe(to);
});

it("keeps the filter of old lists of issues", () => {
  expect(redirectOf("issues/done")?.search).toEqual({ status: "done" });
});

it("never leads in a circle", () => {
  const made = [
    paths.dashboard("A"),
    paths.inbox("A", "mine"),
    paths.issues("A"),
    paths.issue("A", "A-1"),
    paths.projects("A"),
    paths.project("A", "p"),
    paths.goals("A"),
    paths.goal("A", "g"),
    paths.agents("A"),
    paths.newAgent("A"),
    paths.agent("A", "ada"),
    paths.run("A", "ada", "r"),
    paths.org("A"),
    paths.activity("A"),
    paths.runs("A"),
    paths.settings("A"),
    paths.profile("A"),
    paths.instance("A"),
    paths.environments("A"),
    paths.newEnvironment("A"),
    paths.environment("A", "e"),
    paths.companies("A"),
  ];
  for (const path of made) expect(redirectOf(path.split("/").slice(2).join("/")), path).toBeUndefined();
});

it("knows an area from a company's prefix", () => {
  expect(isArea("issues")).toBe(true);
  expect(isArea("NOR")).toBe(false);
});

it("stays on the same kind of page in another company", () => {
  expect(samePageIn("/ABC/issues/ABC-1", "XYZ")).toBe("/XYZ/issues");
  expect(samePageIn("/ABC/company/settings", "XYZ")).toBe("/XYZ/company/settings");
  expect(samePageIn("/ABC/activity/runs", "XYZ")).toBe("/XYZ/activity/runs");
});
