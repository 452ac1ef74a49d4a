// Carries effects out on the cache. Requests that they cause are merged for a moment, so that a
// burst of events asks once.
import { hashKey, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { patchIssue } from "@/api/issues";
import { keys } from "@/api/keys";
import { patchCached, patchQuery } from "@/api/optimistic";
import type { ActivityEntry, Agent, AgentDetail, NamedRun } from "@/api/types";
import type { Effect } from "./effects";

const MERGED_FOR = 100;
/** An answer that takes longer than this holds up no others. */
const LONGEST_ROUND = 10_000;
const LIVE = new Set(["queued", "running"]);

export class EffectApplier {
  private readonly stale = new Map<string, readonly unknown[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(
    private readonly client: QueryClient,
    private readonly company: string,
  ) {}

  apply(effects: readonly Effect[]) {
    for (const effect of effects) this.applyOne(effect);
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stale.clear();
  }

  private applyOne(effect: Effect) {
    const { client, company } = this;
    switch (effect.kind) {
      case "patchIssue":
        patchIssue(client, company, effect.id, effect.patch);
        return;
      case "patchAgent": {
        const change = <A extends Agent>(agent: A): A =>
          agent.id === effect.id ? { ...agent, ...effect.patch } : agent;
        patchCached<Agent[]>(client, keys.agents(company), (all) => all.map(change));
        patchCached<AgentDetail>(client, keys.agent(company, effect.id), change);
        return;
      }
      case "patchRun": {
        const change = <R extends { id: string }>(run: R): R =>
          run.id === effect.id ? { ...run, ...effect.patch } : run;
        patchCached<NamedRun[]>(client, keys.liveRuns(company), (all) =>
          all.map(change).filter((run) => LIVE.has(run.status)),
        );
        patchCached<NamedRun[] | InfiniteData<NamedRun[]>>(client, keys.runLists(company), (all) =>
          Array.isArray(all) ? all.map(change) : { ...all, pages: all.pages.map((page) => page.map(change)) },
        );
        patchCached<NamedRun>(client, keys.run(company, effect.id), change);
        return;
      }
      case "logged":
        this.prepend(effect.entry);
        return;
      case "staleIssue":
        this.markIssue(effect.id);
        return;
      case "stale":
        this.mark(effect.key);
    }
  }

  /** Puts an entry before those of every open log that it belongs to. */
  private prepend(entry: ActivityEntry) {
    const queries = this.client.getQueryCache().findAll({ queryKey: keys.anyActivity(this.company) });
    for (const query of queries) {
      const filter = (query.queryKey[3] ?? {}) as Partial<
        Pick<ActivityEntry, "agentId" | "entityType" | "entityId"> & { limit: number }
      >;
      const fits = (field: "agentId" | "entityType" | "entityId") =>
        filter[field] === undefined || filter[field] === entry[field];
      if (!fits("agentId") || !fits("entityType") || !fits("entityId")) continue;
      patchQuery<ActivityEntry[]>(this.client, query, (all) =>
        Array.isArray(all) && !all.some((other) => other.id === entry.id)
          ? [entry, ...all].slice(0, filter.limit)
          : all,
      );
    }
  }

  private async refresh() {
    const due = [...this.stale.values()];
    this.stale.clear();
    // Only what is on screen is asked for; the rest is marked.
    const asked = due.map((queryKey) => this.client.invalidateQueries({ queryKey, refetchType: "active" }));
    // The next round waits for this one: to ask again is to give up the answer that is on its way, and where
    // answers are slower than events none would ever come.
    let isLate: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => {
      isLate = setTimeout(resolve, LONGEST_ROUND);
    });
    await Promise.race([Promise.allSettled(asked), late]);
    clearTimeout(isLate);
    this.timer = undefined;
    if (this.stale.size > 0 && !this.isStopped) this.timer = setTimeout(() => this.refresh(), MERGED_FOR);
  }

  /** Marks the answers about an issue, under whichever of its names they were asked for. */
  private markIssue(id: string) {
    const queries = this.client.getQueryCache().findAll({ queryKey: keys.anyIssues(this.company) });
    const names = queries
      .filter(({ state }) => {
        const data = state.data as { id?: string; issue?: { id?: string } } | undefined;
        // What is on its way may be the one.
        return data ? (data.issue?.id ?? data.id) === id : state.fetchStatus === "fetching";
      })
      .map(({ queryKey }) => String(queryKey[2]))
      .filter((name) => name !== "list" && name !== "count");
    for (const name of new Set([id, ...names])) this.mark(keys.anyIssue(this.company, name));
  }

  private mark(key: readonly unknown[]) {
    this.stale.set(hashKey(key), key);
    this.timer ??= setTimeout(() => this.refresh(), MERGED_FOR);
  }
}
