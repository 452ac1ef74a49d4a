// The dashboard.
import { NotBuilt } from "@/pages/lost/not-built";

export default function DashboardPage() {
  return <NotBuilt title="dashboard.title" />;
}
