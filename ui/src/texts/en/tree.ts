// The texts of control over an issue and all below it.
export const tree = {
  pause: "Pause with all below",
  resume: "Resume with all below",
  cancel: "Cancel with all below",
  restore: "Restore what was cancelled below",
  pauseTitle: "Pause {name} and all below it?",
  resumeTitle: "Resume {name} and all below it?",
  cancelTitle: "Cancel {name} and all below it?",
  restoreTitle: "Restore {name} and what was cancelled with it?",
  pauseWhy: "Runs are stopped and nothing starts until somebody resumes it. What comes up meanwhile waits.",
  resumeWhy: "What waits goes on.",
  cancelWhy:
    "Runs are stopped, and open issues are cancelled. Restoring puts back those that nobody moved since.",
  restoreWhy: "Those that nobody moved since they were cancelled stand where they stood.",
  issues: { one: "{count} issue is concerned.", other: "{count} issues are concerned." },
  runs: { one: "{count} run is stopped.", other: "{count} runs are stopped." },
  failed: "It was not done",
  held: "It is paused, or an issue above it is.",
  heldMore: "Nothing starts on it until that is resumed.",
  resumeNow: "Resume",
} as const;
