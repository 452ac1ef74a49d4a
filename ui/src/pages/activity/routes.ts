// What happened: the log, the runs and what they cost.
import { page } from "@/routing";

export const activityRoutes = [
  page("activity", () => import("./activity")),
  page("activity/runs", () => import("../runs/runs")),
  page("activity/costs", () => import("../costs/costs")),
];
