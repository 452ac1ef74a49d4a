// One run with its transcript.
import { NotBuilt } from "@/pages/lost/not-built";

export default function RunPage() {
  return <NotBuilt title="run.title" />;
}
