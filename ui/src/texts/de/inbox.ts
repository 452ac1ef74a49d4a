// The German texts of the page `inbox`.

import type { LikePage } from "../catalogue";
import type { inbox as english } from "../en/inbox";

export const inbox: LikePage<typeof english> = {
  title: "Eingang",
};
