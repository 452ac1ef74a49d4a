// Changing an environment.
import { NotBuilt } from "@/pages/lost/not-built";

export default function EditEnvironmentPage() {
  return <NotBuilt title="environments.title" />;
}
