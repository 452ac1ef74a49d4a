// Projects, and one project.
import { page } from "@/routing";

const one = () => import("../project/project");

export const projectsRoutes = [
  page("projects", () => import("./projects")),
  page("projects/$project/$tab", one),
  page("projects/$project/issues/$filter", one),
];
