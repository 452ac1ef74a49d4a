// Whether what is shown is true: the state of the feed and of the server, for the health strip.
import { create } from "zustand";
import { onReach } from "@/api/client";
import type { FeedState } from "./feed";

interface HealthState {
  feed: FeedState;
  /** Since when the feed is not open. */
  brokenSince: number | undefined;
  isReachable: boolean;
  isStarting: boolean;
  /** When something was heard last. */
  trueAt: number;
}

export const useHealthStore = create<HealthState>()(() => ({
  feed: "connecting",
  brokenSince: undefined,
  isReachable: true,
  isStarting: false,
  trueAt: Date.now(),
}));

export function noteFeed(feed: FeedState) {
  useHealthStore.setState((state) => ({
    feed,
    brokenSince: feed === "open" ? undefined : (state.brokenSince ?? Date.now()),
    trueAt: feed === "open" ? Date.now() : state.trueAt,
    ...(feed === "open" ? { isReachable: true, isStarting: false } : {}),
  }));
}

export function noteHeard() {
  useHealthStore.setState({ trueAt: Date.now() });
}

onReach((isReachable, phase) => {
  const state = useHealthStore.getState();
  const isStarting = phase === "starting";
  if (state.isReachable === isReachable && state.isStarting === isStarting) return;
  useHealthStore.setState({ isReachable, isStarting });
});
