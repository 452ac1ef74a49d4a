// Keeps answers in the browser, so that a page shows what is known before the server says more.
//
// One entry for each person and company, and one for what belongs to no company. Secrets, logs and
// transcripts are never kept: queries that hold them say `meta: { isKept: false }`.
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import { clear, createStore, del, get, set } from "idb-keyval";
import { isBrought } from "./bootstrap";
import { KEPT_FOR } from "./queryClient";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { isKept?: boolean };
  }
}

interface Kept {
  at: number;
  build: string;
  state: DehydratedState;
}

// Another build may read answers differently.
const BUILD =
  document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src ?? "unbuilt";
const SAVE_AFTER = 1000;

const store = createStore("wireclip", "answers");
const name = (person: string, scope: string) => `${person}/${scope}`;

function isKept(query: Query): boolean {
  return (
    query.state.status === "success" && query.meta?.isKept !== false && query.queryKey[1] !== "bootstrap"
  );
}

/** Fills the cache with what was kept for a scope: a company's id, or `instance`. */
export async function restore(client: QueryClient, person: string, scope: string): Promise<boolean> {
  try {
    const kept = await get<Kept>(name(person, scope), store);
    if (!kept) return false;
    if (Date.now() - kept.at > KEPT_FOR || kept.build !== BUILD) {
      await del(name(person, scope), store);
      return false;
    }
    // Much may have happened since: it is shown, and asked for again.
    for (const query of kept.state.queries)
      if (!isBrought(scope, query.queryKey)) query.state.isInvalidated = true;
    hydrate(client, kept.state);
    return true;
  } catch {
    // A browser that keeps nothing starts with nothing.
    return false;
  }
}

/** Forgets all that was kept, of everybody. */
export const forgetKept = (): Promise<void> => clear(store).catch(() => undefined);

/** Keeps what changes in the cache from now on. Returns how to stop. */
export function keep(client: QueryClient, person: string): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save() {
    timer = undefined;
    const scopes = [...changed];
    changed.clear();
    for (const scope of scopes) {
      const state = dehydrate(client, {
        shouldDehydrateQuery: (query) => query.queryKey[0] === scope && isKept(query),
        shouldDehydrateMutation: () => false,
      });
      const kept: Kept = { at: Date.now(), build: BUILD, state };
      await set(name(person, scope), kept, store).catch(() => undefined);
    }
  }

  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const scope = event.query.queryKey[0];
    if (typeof scope !== "string" || !isKept(event.query)) return;
    changed.add(scope);
    if (timer === undefined) timer = setTimeout(save, SAVE_AFTER);
  });
}
