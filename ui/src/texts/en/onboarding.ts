// From nothing to an agent that has closed an issue.
export const onboarding = {
  title: "Set up a company",
} as const;
