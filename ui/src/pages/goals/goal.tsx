// One goal.
import { NotBuilt } from "@/pages/lost/not-built";

export default function GoalPage() {
  return <NotBuilt title="goals.title" />;
}
