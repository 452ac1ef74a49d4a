// Every other address inside a company.
import { page } from "@/routing";

export const lostRoutes = [page("$", () => import("./other"))];
