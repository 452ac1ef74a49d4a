// What a run notes of itself, while somebody looks: from the server first, then from the feed.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenToRun } from "@/live/output";
import { keys } from "./keys";
import { runEventsQuery } from "./runs";
import type { RunEvent } from "./types";

export function useRunEvents(company: string, run: string) {
  const client = useQueryClient();
  const events = useQuery(runEventsQuery(company, run));

  useEffect(() => {
    const key = keys.run(company, run, "events");
    return listenToRun(run, {
      event: (told) => {
        const event = {
          ...told,
          id: `${run}:${told.seq}`,
          companyId: company,
          createdAt: told.lastEventAt,
        } as unknown as RunEvent;
        client.setQueryData<RunEvent[]>(key, (all) =>
          !all || all.some((other) => other.seq === event.seq) ? all : [...all, event],
        );
      },
      resync: () => client.invalidateQueries({ queryKey: key }),
    });
  }, [client, company, run]);

  return events;
}
