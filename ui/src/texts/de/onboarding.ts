// The German texts of the page `onboarding`.

import type { LikePage } from "../catalogue";
import type { onboarding as english } from "../en/onboarding";

export const onboarding: LikePage<typeof english> = {
  title: "Unternehmen einrichten",
};
