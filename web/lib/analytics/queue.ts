/** Messages of Segment's HTTP tracking protocol on their way: gathered, sent together, and kept while nobody can be reached. */

export type Message = {
  type: "page" | "track";
  messageId: string;
  /** When it happened, by this device's clock; the collector corrects it by `sentAt`. */
  timestamp: string;
  userId: string;
  context: { library: { name: "eightcount-web"; version: string }; locale: string };
} & (
  | { type: "page"; name: string; properties: object }
  | { type: "track"; event: string; properties: object }
);

/** What the queue needs of the browser. */
export type QueueDeps = {
  /** Whether the collector took the body, or refused it for good. */
  send: (path: string, body: string) => Promise<boolean>;
  /** Whether the browser will send it, also when the page is gone. */
  beacon: (path: string, body: string) => boolean;
  now: () => Date;
  later: (work: () => void, ms: number) => void;
  isOnline: () => boolean;
  /** What outlives the page: read empties it. */
  keep: { write: (messages: Message[]) => void; take: () => Message[] };
};

const batchAfterMs = 1_000;
const retryAfterMs = 10_000;
/** The oldest go first when a collector stays away. */
const maxWaiting = 200;
/** A browser's beacons hold 64 KB together; the collector takes 32 KB a message. */
const maxPerBatch = 40;

export class MessageQueue {
  readonly #doors: QueueDeps;
  #waiting: Message[];
  #isScheduled = false;

  constructor(deps: QueueDeps) {
    this.#doors = deps;
    this.#waiting = deps.keep.take();
    if (this.#waiting.length > 0) this.#schedule(batchAfterMs);
  }

  /** Sends a message soon, with others. */
  add(message: Message): void {
    this.#waiting = [...this.#waiting, message].slice(-maxWaiting);
    this.#schedule(batchAfterMs);
  }

  /** The page is going away: hands everything to the browser, or keeps it for the next page. */
  leave(): void {
    const rest = [...this.#waiting];
    this.#waiting = [];
    while (rest.length > 0 && this.#doors.isOnline()) {
      const part = rest.slice(0, maxPerBatch);
      if (!this.#doors.beacon("/batch", this.#batch(part))) break;
      rest.splice(0, part.length);
    }
    if (rest.length > 0) this.#doors.keep.write([...this.#doors.keep.take(), ...rest].slice(-maxWaiting));
  }

  /** The network is back, or the page is. */
  resume(): void {
    this.#waiting = [...this.#doors.keep.take(), ...this.#waiting].slice(-maxWaiting);
    if (this.#waiting.length > 0) this.#schedule(0);
  }

  /** Forgets whatever hasn't been sent. */
  forget(): void {
    this.#waiting = [];
    this.#doors.keep.take();
  }

  #schedule(ms: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#doors.later(() => {
      this.#isScheduled = false;
      void this.#flush();
    }, ms);
  }

  async #flush(): Promise<void> {
    if (!this.#doors.isOnline()) return; // `resume` takes them up
    // Out of the queue first, so that a page that goes away meanwhile doesn't send them twice.
    const sent = this.#waiting.splice(0, maxPerBatch);
    const [only] = sent;
    if (!only) return;
    const taken = await (sent.length === 1
      ? this.#doors.send(`/${only.type}`, JSON.stringify({ ...only, sentAt: this.#sentAt() }))
      : this.#doors.send("/batch", this.#batch(sent)));
    if (!taken) this.#waiting = [...sent, ...this.#waiting].slice(-maxWaiting);
    if (this.#waiting.length > 0) this.#schedule(taken ? 0 : retryAfterMs);
  }

  #batch(messages: Message[]): string {
    return JSON.stringify({ batch: messages, sentAt: this.#sentAt() });
  }
  #sentAt(): string {
    return this.#doors.now().toISOString();
  }
}
