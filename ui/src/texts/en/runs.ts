// The texts of the page `runs`, and of what can be done with any run.
export const runs = {
  title: "Runs",
  notRepeated: "The run was not repeated",
  notWoken: "The agent was not woken",
  notStopped: "The run was not stopped",
} as const;
