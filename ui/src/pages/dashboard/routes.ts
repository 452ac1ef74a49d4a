// The dashboard, and its wall of live runs.
import { page } from "@/routing";

export const dashboardRoutes = [
  page("dashboard", () => import("./dashboard")),
  page("dashboard/live", () => import("./live")),
];
