// What waits for a person.
import { page } from "@/routing";

export const inboxRoutes = [page("inbox/$tab", () => import("./inbox"))];
