// What the board decides.
import { page } from "@/routing";

export const approvalsRoutes = [
  page("approvals/pending", () => import("./approvals")),
  page("approvals/all", () => import("./approvals")),
  page("approvals/$approval", () => import("./approval")),
];
