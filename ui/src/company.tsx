// The company that the page is about, and who looks at it.
import { createContext, useContext } from "react";
import type { Company } from "./api/types";

export const CompanyContext = createContext<Company | undefined>(undefined);

/** The company of the page. */
export function useCompany(): Company {
  const company = useContext(CompanyContext);
  if (!company) throw new Error("This is shown inside a company only.");
  return company;
}

/** Whether the cache is filled as far as the server fills it at once; what is in there is not asked for before. */
export const ReadyContext = createContext(false);
export const useIsReady = (): boolean => useContext(ReadyContext);

const LAST = "wireclip.lastCompany";
const IDS = "wireclip.companyIds";
const ME = "wireclip.me";

/** The person who looks at the board. In local mode that is whoever sits at the machine. */
export function me(): string {
  return localStorage.getItem(ME) ?? "local-board";
}

export function rememberMe(person: string) {
  localStorage.setItem(ME, person);
}

export function rememberCompany(company: Company) {
  localStorage.setItem(LAST, company.issuePrefix);
  const ids: Record<string, string> = JSON.parse(localStorage.getItem(IDS) ?? "{}");
  localStorage.setItem(IDS, JSON.stringify({ ...ids, [company.issuePrefix]: company.id }));
}

/** The prefix of the company that was looked at last. */
export const lastCompany = (): string | undefined => localStorage.getItem(LAST) ?? undefined;

/** The id of a company by the prefix in an address, from an earlier visit. */
export function rememberedCompany(prefix: string | undefined): string | undefined {
  const ids: Record<string, string> = JSON.parse(localStorage.getItem(IDS) ?? "{}");
  return ids[(prefix ?? "").toUpperCase()] ?? ids[lastCompany() ?? ""];
}
