// Carries effects out on the cache. Requests that they cause are merged for a moment, so that a
// burst of events asks once.
import { hashKey, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { patchIssue } from "@/api/issues";
import { keys } from "@/api/keys";
import { patchCached } from "@/api/optimistic";
import type { ActivityEntry, Agent, AgentDetail, NamedRun } from "@/api/types";
import type { Effect } from "./effects";

const MERGED_FOR = 100;
const LIVE = new Set(["queued", "running"]);

export class EffectApplier {
  private readonly stale = new Map<string, readonly unknown[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly company: string,
  ) {}

  apply(effects: readonly Effect[]) {
    for (const effect of effects) this.applyOne(effect);
  }

  stop() {
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
      case "stale":
        this.stale.set(hashKey(effect.key), effect.key);
        this.timer ??= setTimeout(() => this.refresh(), MERGED_FOR);
    }
  }

  /** Puts an entry before those of every open log that it belongs to. */
  private prepend(entry: ActivityEntry) {
    const queries = this.client.getQueryCache().findAll({ queryKey: keys.anyActivity(this.company) });
    for (const { queryKey } of queries) {
      const filter = (queryKey[3] ?? {}) as Partial<
        Pick<ActivityEntry, "agentId" | "entityType" | "entityId">
      >;
      const fits = (field: "agentId" | "entityType" | "entityId") =>
        filter[field] === undefined || filter[field] === entry[field];
      if (!fits("agentId") || !fits("entityType") || !fits("entityId")) continue;
      this.client.setQueryData<ActivityEntry[]>(queryKey, (all) =>
        Array.isArray(all) && !all.some((other) => other.id === entry.id) ? [entry, ...all] : all,
      );
    }
  }

  private refresh() {
    this.timer = undefined;
    const due = [...this.stale.values()];
    this.stale.clear();
    // Only what is on screen is asked for; the rest is marked.
    for (const queryKey of due) this.client.invalidateQueries({ queryKey, refetchType: "active" });
  }
}
