// The German texts of the page `project`.

import type { LikePage } from "../catalogue";
import type { project as english } from "../en/project";

export const project: LikePage<typeof english> = {
  title: "Projekt",
};
