// Goals, and one goal.
import { page } from "@/routing";

export const goalsRoutes = [
  page("goals", () => import("./goals")),
  page("goals/$goal", () => import("./goal")),
];
