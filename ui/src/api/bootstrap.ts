// What a company's pages need, in one call. Its parts have the shapes of the single answers and fill
// the same places of the cache, so that pages do not know whether it was there.
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { rememberMe } from "@/company";
import { fetchJson } from "./client";
import { companiesQuery } from "./companies";
import { ApiError } from "./error";
import { keys } from "./keys";
import type { Adapter, Agent, Company, Goal, Label, ListedProject, NamedRun, SidebarBadges } from "./types";

/** What may be in it; a server leaves out what it does not have. */
export interface Bootstrap {
  company?: Company;
  companies?: Company[];
  badges?: SidebarBadges;
  sidebarBadges?: SidebarBadges;
  sidebarPreferences?: unknown;
  members?: unknown;
  health?: unknown;
  agents?: Agent[];
  projects?: ListedProject[];
  goals?: Goal[];
  labels?: Label[];
  liveRuns?: NamedRun[];
  adapters?: Adapter[];
  /** In which order the person sees companies. */
  companyOrder?: unknown;
  memberships?: unknown;
  /** The person who asks. */
  userId?: string;
  /** The number of the last event that is in it. */
  feedPosition?: number;
  seq?: number;
}

const PARTS = [
  "company",
  "companies",
  "badges",
  "sidebarPreferences",
  "members",
  "health",
  "agents",
  "projects",
  "goals",
  "labels",
  "liveRuns",
  "adapters",
  "companyOrder",
  "memberships",
] as const satisfies ReadonlyArray<keyof Bootstrap>;

/** Where each part belongs. */
export function placesOf(company: string, parts: Bootstrap): Array<[readonly unknown[], unknown]> {
  const places: Array<[readonly unknown[], unknown]> = [
    [keys.company(company), parts.company],
    [keys.companies, parts.companies],
    [keys.badges(company), parts.badges ?? parts.sidebarBadges],
    [keys.sidebar(company), parts.sidebarPreferences],
    [keys.people(company), parts.members],
    [keys.health, parts.health],
    [keys.agents(company), parts.agents],
    [keys.projects(company), parts.projects],
    [keys.goals(company), parts.goals],
    [keys.labels(company), parts.labels],
    [keys.liveRuns(company), parts.liveRuns],
    [keys.adapters, parts.adapters],
    [keys.companyOrder, parts.companyOrder],
    [keys.memberships(company), parts.memberships],
  ];
  return places.filter(([, part]) => part !== undefined && part !== null);
}

/** Whether the bootstrap brings an answer: what was kept of it is overwritten in a moment. */
export function isBrought(company: string, key: readonly unknown[]): boolean {
  const everything = Object.fromEntries(PARTS.map((part) => [part, true])) as unknown as Bootstrap;
  const hash = hashKey(key);
  return placesOf(company, everything).some(([place]) => hashKey(place) === hash);
}

/** Marks all answers of a company as old; those on screen are asked for again. */
export function refreshEverything(client: QueryClient, company: string) {
  return client.invalidateQueries({
    queryKey: keys.everything(company),
    refetchType: "active",
    predicate: (query) => query.queryKey[1] !== "bootstrap",
  });
}

/** Fills the cache for a company that is named by its id or its prefix. Returns what came. */
async function fill(client: QueryClient, name: string): Promise<Bootstrap> {
  const parts = await fetchJson<Bootstrap>(`/companies/${name}/ui-bootstrap`);
  const company = parts.company?.id ?? name;
  for (const [key, part] of placesOf(company, parts)) client.setQueryData(key, part);
  if (parts.userId) rememberMe(parts.userId);
  return parts;
}

const positionOf = (parts: Bootstrap): number | undefined => parts.feedPosition ?? parts.seq;
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 501);

/**
 * Fills the cache for a company. Returns the position of the feed, if the server told it. Fails where the server
 * does not answer: what was kept from before is then old, and nobody knows how old.
 */
export async function bootstrap(client: QueryClient, company: string): Promise<number | undefined> {
  try {
    return positionOf(await fill(client, company));
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Without it every part is asked for by whoever shows it; what was kept from before is looked at again.
    client.invalidateQueries({ queryKey: keys.companies });
    refreshEverything(client, company);
    return undefined;
  }
}

/** Finds a company by its prefix, in any case. */
export const companyBy = (companies: readonly Company[], prefix: string): Company | undefined =>
  companies.find((one) => one.issuePrefix.toLowerCase() === prefix.toLowerCase());

/** The companies, for a page of the one with this prefix: where it is new, it comes with all that the page needs. */
export async function companiesFor(client: QueryClient, prefix: string): Promise<Company[]> {
  const known = client.getQueryData(companiesQuery.queryKey);
  if (known && companyBy(known, prefix)) return known;
  try {
    const parts = await fill(client, prefix);
    if (parts.company && parts.companies) {
      client.setQueryData(keys.bootstrap(parts.company.id), positionOf(parts) ?? null);
      return parts.companies;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return client.fetchQuery(companiesQuery);
}
