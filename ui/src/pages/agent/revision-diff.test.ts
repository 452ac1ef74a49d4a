// Configurations are compared down to single values.
import { expect, it } from "vitest";
import { differences, written } from "./revision-diff";

it("finds what was added, changed and taken away", () => {
  const from = { title: "A", adapterConfig: { command: "sh", args: ["a"], cwd: "/x" } };
  const to = { title: "A", adapterConfig: { command: "sh", args: ["b"], timeoutSec: 5 } };
  expect(differences(from, to)).toEqual([
    { path: "adapterConfig.args", from: ["a"], to: ["b"] },
    { path: "adapterConfig.cwd", from: "/x", to: undefined },
    { path: "adapterConfig.timeoutSec", from: undefined, to: 5 },
  ]);
});

it("nothing and null are the same", () => {
  expect(differences({ a: null }, {})).toEqual([]);
  expect(written(null)).toBe("–");
  expect(written({ type: "plain", value: "x" })).toBe("x");
  expect(differences({}, { env: { A: { type: "plain", value: "x" } } })).toHaveLength(1);
  expect(written(["a"])).toBe('["a"]');
});
