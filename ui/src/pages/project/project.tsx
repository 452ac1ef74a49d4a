// One project and its tabs.
import { NotBuilt } from "@/pages/lost/not-built";

export default function ProjectPage() {
  return <NotBuilt title="project.title" />;
}
