// A new environment.
import { NotBuilt } from "@/pages/lost/not-built";

export default function NewEnvironmentPage() {
  return <NotBuilt title="environments.title" />;
}
