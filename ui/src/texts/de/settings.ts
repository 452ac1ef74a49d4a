// The German texts of the page `settings`.

import type { LikePage } from "../catalogue";
import type { settings as english } from "../en/settings";

export const settings: LikePage<typeof english> = {
  title: "Einstellungen",
};
