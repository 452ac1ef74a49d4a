// What somebody did, as a sentence with links: the same on the dashboard, in the log and on pages.
import type { ReactNode } from "react";
import { useAgentsById } from "@/api/agents";
import { useProjectsById } from "@/api/projects";
import type { ActivityEntry } from "@/api/types";
import { me, useCompany } from "@/company";
import { paths } from "@/paths";
import { aboutYou } from "@/texts/about-you";
import { deeds } from "@/texts/en/deeds";
import { fillNodes } from "@/texts/fill";
import { type TextKey, useFormats, useLocaleStore, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { lookOf } from "@/ui/status-table";
import { IssueName } from "./issue-name";
import { useWho, WhoMark } from "./who";

type Details = Record<string, unknown>;
type DeedKey = keyof typeof deeds;

/** Entries of machines for machines; they are there for those who ask. */
const TECHNICAL =
  /^cost\.reported|annotation_remapped|tree_control_previewed|tree_hold_(run|wakeup)|tree_resume|wakeup_queued|lease_acquired|lease_released|probed|read_marked|read_unmarked|assignment_wakeup|spoof|influence|inbox_|sidebar_|resource_membership|snoozed|dismissed|restored|reordered/;

export const isTechnical = (entry: ActivityEntry): boolean => TECHNICAL.test(entry.action);

const detailsOf = (entry: ActivityEntry): Details =>
  typeof entry.details === "object" && entry.details !== null ? (entry.details as Details) : {};

/** A value that changed, if the entry carries it. */
export function changeOf(entry: ActivityEntry, field: string): { from: unknown; to: unknown } | undefined {
  const changes = detailsOf(entry).changes as Record<string, { from: unknown; to: unknown }> | undefined;
  return changes?.[field];
}

/** Which sentence an entry is told with; one that carries what changed has a sentence for that. */
export function deedOf(entry: ActivityEntry): DeedKey {
  if (entry.action === "issue.updated") {
    if (changeOf(entry, "status")) return "issue_status";
    const agent = changeOf(entry, "assigneeAgentId");
    const person = changeOf(entry, "assigneeUserId");
    if (agent ?? person) return agent?.to || person?.to ? "issue_assigned" : "issue_unassigned";
    if (changeOf(entry, "priority")) return "issue_priority";
    if (changeOf(entry, "title")) return "issue_renamed";
  }
  const key = entry.action.replaceAll(".", "_");
  return key in deeds ? (key as DeedKey) : "other";
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value ? value : undefined);

/** Names, with links where there is a page. */
function useNames() {
  const t = useT();
  const company = useCompany();
  const { issuePrefix } = company;
  const agents = useAgentsById(company.id);
  const projects = useProjectsById(company.id);
  const strong = "font-medium text-text hover:underline";

  return (entry: ActivityEntry): ReactNode => {
    const details = detailsOf(entry);
    const name = text(details.name) ?? text(details.title);
    switch (entry.entityType as string) {
      case "issue": {
        const identifier = text(details.identifier);
        const title = text(details.issueTitle) ?? text(details.title);
        if (!identifier)
          return entry.action === "issue.deleted" ? (
            t("deeds.anIssue")
          ) : (
            <IssueName id={entry.entityId} className={strong} />
          );
        return (
          <Link to={paths.issue(issuePrefix, identifier)} className={strong}>
            {title ? `${identifier} ${title}` : identifier}
          </Link>
        );
      }
      case "agent": {
        const agent = agents?.get(entry.entityId);
        if (!agent) return name ?? t("common.unknownAgent");
        return (
          <Link to={paths.agent(issuePrefix, agent.urlKey)} className={strong}>
            {agent.name}
          </Link>
        );
      }
      case "project":
        return (
          <Link to={paths.project(issuePrefix, entry.entityId)} className={strong}>
            {projects?.get(entry.entityId)?.name ?? name ?? t("common.unknownProject")}
          </Link>
        );
      case "goal":
        return (
          <Link to={paths.goal(issuePrefix, entry.entityId)} className={strong}>
            {name ?? t("deeds.something")}
          </Link>
        );
      case "approval":
        return (
          <Link to={paths.approval(issuePrefix, entry.entityId)} className={strong}>
            {name ?? t("deeds.anApproval")}
          </Link>
        );
      case "company":
        return company.name;
      case "heartbeat_run": {
        const agent = agents?.get(entry.agentId ?? text(details.agentId) ?? "");
        return agent?.name ?? t("deeds.aRun");
      }
      case "budget_policy":
      case "budget_incident": {
        const id = text(details.scopeId) ?? "";
        if (details.scopeType === "company") return company.name;
        const scope = details.scopeType === "agent" ? agents?.get(id) : projects?.get(id);
        return scope?.name ?? t("deeds.something");
      }
      case "cost_event":
        return text(details.model) ?? t("deeds.something");
      case "finance_event":
        return text(details.biller) ?? t("deeds.something");
      default:
        return name ?? t("deeds.something");
    }
  };
}

/** The value of a sentence that has one: a status, a priority, an assignee, an amount. */
function useValue() {
  const t = useT();
  const formats = useFormats();
  const who = useWho();
  return (entry: ActivityEntry): string => {
    const status = text(changeOf(entry, "status")?.to);
    if (status) return t(`words.${lookOf(status).word}`);
    const agent = text(changeOf(entry, "assigneeAgentId")?.to);
    if (agent) return who("agent", agent)?.name ?? "…";
    const person = text(changeOf(entry, "assigneeUserId")?.to);
    if (person === me()) return t("deeds.yourself");
    if (person) return who("person", person)?.name ?? "…";
    const { amountCents, amount } = detailsOf(entry);
    const cents = amountCents ?? amount;
    if (typeof cents === "number") return formats.money(cents);
    const priority = text(changeOf(entry, "priority")?.to);
    return priority ? t(`words.${priority}` as TextKey) : "";
  };
}

export function useActor() {
  const t = useT();
  const who = useWho();
  return (entry: ActivityEntry) => {
    if (entry.actorType === "agent") return who("agent", entry.agentId ?? entry.actorId);
    if (entry.actorType === "user") return who("person", entry.actorId);
    return { kind: "person" as const, id: "system", name: t("deeds.system") };
  };
}

/** The sentence alone. */
export function Deed({ entry }: { entry: ActivityEntry }) {
  const t = useT();
  const actor = useActor();
  const nameOf = useNames();
  const valueOfEntry = useValue();
  const locale = useLocaleStore((state) => state.locale);
  const who = actor(entry);
  const sentence = t(`deeds.${deedOf(entry)}`);
  return fillNodes(who?.id === me() ? aboutYou(sentence, locale) : sentence, {
    who: <span className="font-medium text-text">{who?.name ?? "…"}</span>,
    what: nameOf(entry),
    value: <span className="font-medium text-text">{valueOfEntry(entry)}</span>,
  });
}

/** The picture of whoever did it. */
export function DeedMark({ entry, size = 18 }: { entry: ActivityEntry; size?: number }) {
  const actor = useActor();
  return <WhoMark who={actor(entry)} size={size} />;
}
