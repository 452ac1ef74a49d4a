// Which sentence an entry of the log is told with.
import { expect, it } from "vitest";
import type { ActivityEntry } from "@/api/types";
import { deedOf, isTechnical } from "./deed";

const entry = (action: string, details: unknown = null) => ({ action, details }) as ActivityEntry;
const changed = (field: string, to: unknown) =>
  entry("issue.updated", { changes: { [field]: { from: null, to } } });

it("tells what changed, the weightiest first", () => {
  expect(deedOf(changed("status", "done"))).toBe("issue_status");
  expect(deedOf(changed("assigneeAgentId", "a"))).toBe("issue_assigned");
  expect(deedOf(changed("assigneeAgentId", null))).toBe("issue_unassigned");
  expect(deedOf(changed("priority", "low"))).toBe("issue_priority");
  expect(deedOf(changed("description", "…"))).toBe("issue_updated");
});

it("has a sentence for what it does not know", () => {
  expect(deedOf(entry("agent.created"))).toBe("agent_created");
  expect(deedOf(entry("finance_event.reported"))).toBe("finance_event_reported");
  expect(deedOf(entry("secret.value.read"))).toBe("secret_value_read");
  expect(deedOf(entry("moon.rose"))).toBe("other");
});

it("knows what is of no interest to people", () => {
  expect(isTechnical(entry("environment.lease_acquired"))).toBe(true);
  expect(isTechnical(entry("cost.reported"))).toBe(true);
  expect(isTechnical(entry("issue.comment_added"))).toBe(false);
});
