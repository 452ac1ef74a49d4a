// The German texts of the page `activity`.

import type { LikePage } from "../catalogue";
import type { activity as english } from "../en/activity";

export const activity: LikePage<typeof english> = {
  title: "Aktivität",
};
