// What happened: the log, the runs what they cost and may cost.
import { page } from "@/routing";

export const activityRoutes = [
  page("activity", () => import("./activity")),
  page("activity/runs", () => import("../runs/runs")),
  page("activity/costs", () => import("../costs/costs")),
  page("activity/budgets", () => import("../budgets/budgets")),
];
