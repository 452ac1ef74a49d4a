// All companies.
import { page } from "@/routing";

export const companiesRoutes = [page("companies", () => import("./companies"))];
