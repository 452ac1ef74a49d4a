// The German texts of the page `agent`.

import type { LikePage } from "../catalogue";
import type { agent as english } from "../en/agent";

export const agent: LikePage<typeof english> = {
  title: "Agent",
};
