// The list of projects.
import { NotBuilt } from "@/pages/lost/not-built";

export default function ProjectsPage() {
  return <NotBuilt title="projects.title" />;
}
