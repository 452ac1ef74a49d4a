// Settings of the company, of the person and of the instance.
import { page } from "@/routing";

export const settingsRoutes = [
  page("company/settings", () => import("./general")),
  page("company/settings/instance/profile", () => import("./profile")),
  page("company/settings/instance/general", () => import("./instance")),
];
