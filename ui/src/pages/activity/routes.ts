// What happened: the log and the runs.
import { page } from "@/routing";

export const activityRoutes = [
  page("activity", () => import("./activity")),
  page("activity/runs", () => import("../runs/runs")),
];
