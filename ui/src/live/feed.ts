// The one socket of a company: opened, kept open, and resumed behind the last event that was heard.
import { type LiveMessage, readMessage } from "./messages";

export type FeedState = "connecting" | "open" | "broken";

export interface FeedEvents {
  message: (message: LiveMessage) => void;
  state: (state: FeedState) => void;
  /** It stands, after a break or where nothing is known of before; `hasResumed` says whether nothing was missed. */
  reopened: (hasResumed: boolean) => void;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
/** The server says every half a minute that the line is alive; after so long without a word it is not. */
export const SILENCE = 75_000;

/** How long to wait before another try: doubling, with up to a quarter taken off at random. */
export function waitBefore(attempt: number, random = Math.random()): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return Math.round(wait * (1 - random / 4));
}

export class Feed {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private hasBeenOpen = false;
  private isStopped = false;

  constructor(
    private readonly company: string,
    private readonly events: FeedEvents,
    private position: number | undefined,
  ) {}

  start() {
    window.addEventListener("online", this.atOnce);
    document.addEventListener("visibilitychange", this.atOnce);
    this.open();
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    window.removeEventListener("online", this.atOnce);
    document.removeEventListener("visibilitychange", this.atOnce);
    this.socket?.close();
  }

  /** The network or the person came back: no reason to wait. */
  private readonly atOnce = () => {
    if (document.visibilityState === "hidden" || this.timer === undefined) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    this.open();
  };

  private open() {
    this.timer = undefined;
    const address = new URL(`/api/companies/${this.company}/events/ws`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (this.position !== undefined) address.searchParams.set("after", String(this.position));
    address.searchParams.set("heartbeat", "1");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.events.state("connecting");
    socket.onopen = () => {
      this.attempt = 0;
      this.noteWord(socket);
      this.events.state("open");
      const hasResumed = this.position !== undefined;
      if (this.hasBeenOpen || !hasResumed) this.events.reopened(hasResumed);
      this.hasBeenOpen = true;
    };
    socket.onmessage = ({ data }) => {
      this.noteWord(socket);
      this.hear(String(data));
    };
    socket.onclose = () => this.wait(socket);
  }

  /** A line that was cut on its way is not closed: nothing comes any more, and nobody says so. */
  private noteWord(socket: WebSocket) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      // Its own end may come minutes later.
      socket.onclose = null;
      socket.close();
      this.wait(socket);
    }, SILENCE);
  }

  private hear(text: string) {
    const message = readMessage(text);
    if (!message) return;
    // What is told from here on may have lower numbers: an older database was restored.
    if (message.type === "resync") this.position = message.seq;
    else if (message.seq !== undefined) {
      // After a break the server may repeat the last ones.
      if (this.position !== undefined && message.seq <= this.position) return;
      this.position = message.seq;
    }
    this.events.message(message);
  }

  private wait(socket: WebSocket) {
    if (this.isStopped || socket !== this.socket) return;
    clearTimeout(this.silence);
    this.events.state("broken");
    this.timer = setTimeout(() => this.open(), waitBefore(this.attempt));
    this.attempt += 1;
  }
}
