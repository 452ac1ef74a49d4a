// The German texts of the page `companies`.

import type { LikePage } from "../catalogue";
import type { companies as english } from "../en/companies";

export const companies: LikePage<typeof english> = {
  title: "Unternehmen",
};
