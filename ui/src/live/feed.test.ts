// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Feed, SILENCE } from "./feed";
import type { LiveMessage } from "./messages";

class FakeSocket {
  static readonly all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }

  close() {
    this.isClosed = true;
  }

  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify({ companyId: "c", ...message }) });
  }
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket;

function listen(position?: number) {
  const heard: LiveMessage[] = [];
  const states: string[] = [];
  const feed = new Feed(
    "c",
    {
      message: (message) => heard.push(message),
      state: (state) => states.push(state),
      reopened: () => undefined,
    },
    position,
  );
  feed.start();
  newest().onopen?.();
  return { feed, heard, states };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FakeSocket.all.length = 0;
});

it("takes a line on which nothing comes any more for a dead one", () => {
  const { feed, states } = listen(7);
  const first = newest();
  vi.advanceTimersByTime(SILENCE - 1);
  first.onmessage?.({ data: '{"type":"ping"}' });
  vi.advanceTimersByTime(SILENCE - 1);
  expect(first.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(first.isClosed).toBe(true);
  expect(states.at(-1)).toBe("broken");
  vi.advanceTimersByTime(2000);
  expect(newest()).not.toBe(first);
  expect(newest().address.searchParams.get("after")).toBe("7");
  // The first one ends at last: that is no break of the second.
  newest().onopen?.();
  first.onclose?.();
  expect(states.at(-1)).toBe("open");
  feed.stop();
});

it("goes on from where the server says after it is told to read anew", () => {
  const { feed, heard } = listen(500);
  newest().tell({ type: "resync", seq: 10 });
  newest().tell({ type: "agent.status", seq: 11, payload: {} });
  newest().tell({ type: "agent.status", seq: 11, payload: {} });
  expect(heard.map(({ type }) => type)).toEqual(["resync", "agent.status"]);
  feed.stop();
});
