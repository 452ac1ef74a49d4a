// From nothing to an agent that has closed an issue.
export default function OnboardingPage() {
  return null;
}
