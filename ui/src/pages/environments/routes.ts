// Where runs execute.
import { page } from "@/routing";

const AT = "company/settings/instance/environments";

export const environmentsRoutes = [
  page(AT, () => import("./environments")),
  page(`${AT}/new`, () => import("./new-environment")),
  page(`${AT}/$environment/edit`, () => import("./edit-environment")),
];
