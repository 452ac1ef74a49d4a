// The German texts of the page `goals`.

import type { LikePage } from "../catalogue";
import type { goals as english } from "../en/goals";

export const goals: LikePage<typeof english> = {
  title: "Ziele",
};
