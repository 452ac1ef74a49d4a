// The German texts of the page `issue`.

import type { LikePage } from "../catalogue";
import type { issue as english } from "../en/issue";

export const issue: LikePage<typeof english> = {
  title: "Aufgabe",
};
