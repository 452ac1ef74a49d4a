// The company as a picture.
import { page } from "@/routing";

export const orgRoutes = [page("org", () => import("./org"))];
