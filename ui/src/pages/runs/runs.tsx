// The list of runs.
import { NotBuilt } from "@/pages/lost/not-built";

export default function RunsPage() {
  return <NotBuilt title="runs.title" />;
}
