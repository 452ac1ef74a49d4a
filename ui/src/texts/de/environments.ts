// The German texts of the page `environments`.

import type { LikePage } from "../catalogue";
import type { environments as english } from "../en/environments";

export const environments: LikePage<typeof english> = {
  title: "Umgebungen",
};
