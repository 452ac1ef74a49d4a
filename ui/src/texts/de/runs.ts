// The German texts of the page `runs`.

import type { LikePage } from "../catalogue";
import type { runs as english } from "../en/runs";

export const runs: LikePage<typeof english> = {
  title: "Läufe",
};
