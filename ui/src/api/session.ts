// Who is signed in: coming in, going out, and letting a command line in.
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api, fetchJson, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

export type Profile = components["schemas"]["Profile"];

/** The person of this browser. Where nobody is, it fails with 401. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: () => unwrap(api.GET("/auth/get-session", {})),
  retry: false,
  meta: { isKept: false },
});

export const useSession = () => useQuery(sessionQuery);

export const signIn = (email: string, password: string) =>
  unwrap(api.POST("/auth/sign-in/email", { body: { email, password } }));

export const signUp = (name: string, email: string, password: string) =>
  unwrap(api.POST("/auth/sign-up/email", { body: { name, email, password } }));

export const signOut = () => unwrap(api.POST("/auth/sign-out", {}));

/** Begins to look after a server that nobody looks after. */
export const claimServer = () => unwrap(api.POST("/bootstrap/claim", {}));

/** What a link for the first administrator of a server stands for. */
export interface BoardClaim {
  status: "available" | "claimed" | "expired";
  requiresSignIn: boolean;
  expiresAt: string | null;
}

const claimPath = (token: string) => `/board-claim/${encodeURIComponent(token)}`;

export const useBoardClaim = (token: string, code: string) =>
  useQuery({
    queryKey: keys.boardClaim(token),
    queryFn: () => fetchJson<BoardClaim>(`${claimPath(token)}?code=${encodeURIComponent(code)}`),
    retry: false,
    meta: { isKept: false },
  });

export const useClaimBoard = (token: string, code: string) =>
  useMutation({ mutationFn: () => post<{ claimed: boolean }>(`${claimPath(token)}/claim`, { code }) });

/** A command line that asks to act as a person. */
export interface CliChallenge {
  id: string;
  status: "pending" | "approved" | "cancelled" | "expired";
  command: string;
  clientName: string | null;
  requestedAccess: string;
  requestedCompanyId: string | null;
  requestedCompanyName: string | null;
  expiresAt: string;
  approvedByUser: { name: string } | null;
  requiresSignIn: boolean;
  canApprove: boolean;
}

const challengePath = (id: string) => `/cli-auth/challenges/${encodeURIComponent(id)}`;

export const useCliChallenge = (id: string, token: string) =>
  useQuery({
    queryKey: keys.cliChallenge(id),
    queryFn: () => fetchJson<CliChallenge>(`${challengePath(id)}?token=${encodeURIComponent(token)}`),
    retry: false,
    meta: { isKept: false },
  });

export const useAnswerCli = (id: string, token: string) =>
  useMutation({
    mutationFn: (verb: "approve" | "cancel") => post(`${challengePath(id)}/${verb}`, { token }),
  });

const post = <T = unknown>(path: string, body: object) =>
  fetchJson<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
