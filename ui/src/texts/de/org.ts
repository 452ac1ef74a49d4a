// The German texts of the page `org`.

import type { LikePage } from "../catalogue";
import type { org as english } from "../en/org";

export const org: LikePage<typeof english> = {
  title: "Organigramm",
};
