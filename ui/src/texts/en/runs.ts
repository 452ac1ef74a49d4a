// The texts of the page `runs`, and of what can be done with any run.
export const runs = {
  title: "Runs",
  notRepeated: "The run was not repeated",
  notWoken: "The agent was not woken",
  notStopped: "The run was not stopped",
  all: "All runs",
  live: "Live",
  failed: "Failed",
  now: "Now",
  trigger: "Trigger",
  count: { one: "{count} run", other: "{count} runs" },
  succeeded: "{share} succeeded",
  worked: "{time} of work",
  emptyTitle: "No runs yet",
  empty: "A run is one stretch of work of an agent. The first one starts when an issue is assigned.",
  emptyFilter: "No run fits this filter",
} as const;
