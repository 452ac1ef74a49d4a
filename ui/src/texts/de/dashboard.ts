// The German texts of the page `dashboard`.

import type { LikePage } from "../catalogue";
import type { dashboard as english } from "../en/dashboard";

export const dashboard: LikePage<typeof english> = {
  title: "Übersicht",
};
