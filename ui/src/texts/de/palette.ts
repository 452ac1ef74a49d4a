// The German texts of the page `palette`.

import type { LikePage } from "../catalogue";
import type { palette as english } from "../en/palette";

export const palette: LikePage<typeof english> = {
  title: "Suche",
  found: "Gefunden",
};
