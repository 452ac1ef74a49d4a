// The list of environments.
import { NotBuilt } from "@/pages/lost/not-built";

export default function EnvironmentsPage() {
  return <NotBuilt title="environments.title" />;
}
