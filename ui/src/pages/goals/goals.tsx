// The tree of goals.
import { NotBuilt } from "@/pages/lost/not-built";

export default function GoalsPage() {
  return <NotBuilt title="goals.title" />;
}
