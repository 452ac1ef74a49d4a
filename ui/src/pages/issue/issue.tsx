// One issue: where a person and an agent do one piece of work.
import { NotBuilt } from "@/pages/lost/not-built";

export default function IssuePage() {
  return <NotBuilt title="issue.title" />;
}
