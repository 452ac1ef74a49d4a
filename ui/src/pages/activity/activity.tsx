// The log of what happened.
import { NotBuilt } from "@/pages/lost/not-built";

export default function ActivityPage() {
  return <NotBuilt title="activity.title" />;
}
