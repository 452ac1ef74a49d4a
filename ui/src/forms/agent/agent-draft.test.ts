// A form sends what changed and nothing else.
import { expect, it } from "vitest";
import type { Agent } from "@/api/types";
import { changedFields, changeOf, createOf, draftOf, emptyDraft } from "./agent-draft";

const agent = {
  name: "Otto",
  role: "engineer",
  title: null,
  icon: "terminal",
  reportsTo: "mara",
  capabilities: null,
  adapterType: "process",
  adapterConfig: { command: "sh", args: ["-c", "true"], timeoutSec: null },
  runtimeConfig: { heartbeat: { enabled: true, intervalSec: 60 } },
  defaultEnvironmentId: null,
} as unknown as Agent;

it("nothing changed is nothing sent", () => {
  expect(changedFields(agent, draftOf(agent))).toEqual([]);
  expect(changeOf(agent, draftOf(agent))).toEqual({});
});

it("only the settings that changed are sent", () => {
  const draft = { ...draftOf(agent), title: " Backend ", adapterConfig: { command: "sh", timeoutSec: 5 } };
  expect(changeOf(agent, draft)).toEqual({
    title: "Backend",
    adapterConfig: { args: null, timeoutSec: 5 },
  });
});

it("another adapter takes none of the old settings", () => {
  const draft = { ...draftOf(agent), adapterType: "http", adapterConfig: { url: "http://a" } };
  expect(changeOf(agent, draft)).toEqual({
    adapterType: "http",
    adapterConfig: { url: "http://a" },
    replaceAdapterConfig: true,
  });
});

it("a new agent has runtime settings only if somebody set them", () => {
  expect(createOf(emptyDraft({ name: " Ada " }))).toMatchObject({ name: "Ada", title: null });
  expect(createOf(emptyDraft())).not.toHaveProperty("runtimeConfig");
  const draft = emptyDraft();
  expect(createOf({ ...draft, heartbeat: { ...draft.heartbeat, isOn: true } })).toHaveProperty(
    "runtimeConfig.heartbeat.enabled",
    true,
  );
});
