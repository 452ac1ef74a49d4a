// Issues as a list or board, and one issue.
import { page } from "@/routing";

export const issuesRoutes = [
  page("issues", () => import("./issues")),
  page("issues/$issue", () => import("../issue/issue")),
];
