// The one subscription to a company's events. The shell holds it; pages do not listen.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshEverything } from "@/api/bootstrap";
import { EffectApplier } from "./apply";
import { effectsOf } from "./effects";
import { Feed } from "./feed";
import { noteFeed, noteHeard, useHealthStore } from "./health";
import { tellEvent, tellLog, tellResync } from "./output";
import { forgetProgress, noteProgress } from "./progress";

const POLL_EVERY = 15_000;

/** Listens to a company, from behind `position` if it is known. Starts when `isReady`. */
export function useLiveFeed(company: string, position: number | undefined, isReady: boolean) {
  const client = useQueryClient();

  useEffect(() => {
    if (!isReady) return;
    const applier = new EffectApplier(client, company);
    const everything = () => refreshEverything(client, company);

    const feed = new Feed(
      company,
      {
        state: noteFeed,
        reopened: (hasResumed) => {
          tellResync();
          if (!hasResumed) everything();
        },
        message: (message) => {
          noteHeard();
          if (message.type === "resync") {
            tellResync();
            everything();
            return;
          }
          if (message.type === "heartbeat.run.log") return tellLog(message.payload);
          if (message.type === "heartbeat.run.event" || message.type === "heartbeat.run.progress") {
            noteProgress(message.payload);
            tellEvent(message.payload);
          }
          if (message.type === "heartbeat.run.status" && message.payload.finishedAt) {
            forgetProgress(message.payload.runId);
          }
          applier.apply(effectsOf(message));
        },
      },
      position,
    );
    feed.start();

    // Where no socket can be opened, the visible page is asked for now and then.
    const poll = setInterval(() => {
      const { feed: state } = useHealthStore.getState();
      if (state !== "open" && document.visibilityState === "visible") everything();
    }, POLL_EVERY);

    return () => {
      clearInterval(poll);
      feed.stop();
      applier.stop();
    };
  }, [client, company, position, isReady]);
}
