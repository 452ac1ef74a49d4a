// The wall of live runs.
import { NotBuilt } from "@/pages/lost/not-built";

export default function LiveWallPage() {
  return <NotBuilt title="dashboard.title" />;
}
