// The German texts of the page `projects`.

import type { LikePage } from "../catalogue";
import type { projects as english } from "../en/projects";

export const projects: LikePage<typeof english> = {
  title: "Projekte",
};
