// Agents, one agent and one of its runs.
import { page } from "@/routing";

const list = () => import("./agents");

export const agentsRoutes = [
  page("agents/all", list),
  page("agents/active", list),
  page("agents/paused", list),
  page("agents/error", list),
  page("agents/built-in", list),
  page("agents/new", () => import("./new-agent")),
  page("agents/$agent/$section", () => import("../agent/agent")),
  page("agents/$agent/runs/$run", () => import("../run/run")),
];
