// The German texts of the page `agents`.

import type { LikePage } from "../catalogue";
import type { agents as english } from "../en/agents";

export const agents: LikePage<typeof english> = {
  title: "Agenten",
};
