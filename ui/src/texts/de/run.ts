// The German texts of the page `run`.

import type { LikePage } from "../catalogue";
import type { run as english } from "../en/run";

export const run: LikePage<typeof english> = {
  title: "Lauf",
};
