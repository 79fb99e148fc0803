/**
 * A message of Segment's HTTP tracking protocol. The queue batches messages and stores them while the
 * collector is unreachable.
 */

export type Message = {
  type: "page" | "track";
  messageId: string;
  /** Time of the event by this device's clock; the collector corrects it by `sentAt`. */
  timestamp: string;
  userId: string;
  context: { library: { name: "eightcount-web"; version: string }; locale: string };
} & (
  | { type: "page"; name: string; properties: object }
  | { type: "track"; event: string; properties: object }
);

/** Browser APIs that the queue needs. */
export type QueueDeps = {
  /** Resolves to true if the collector accepted the body or rejected it permanently. */
  send: (path: string, body: string) => Promise<boolean>;
  /** Whether the browser accepted the beacon, which is sent even after the page is gone. */
  beacon: (path: string, body: string) => boolean;
  now: () => Date;
  later: (work: () => void, ms: number) => void;
  isOnline: () => boolean;
  /** Storage of unsent messages across pages. `take` also clears it. */
  keep: { write: (messages: Message[]) => void; take: () => Message[] };
};

const batchAfterMs = 1_000;
const retryAfterMs = 10_000;
/** The oldest messages are dropped while a collector is down. */
const maxWaiting = 200;
/** A browser's beacons hold 64 KB together; the collector takes 32 KB a message. */
const maxPerBatch = 40;

export class MessageQueue {
  readonly #deps: QueueDeps;
  #waiting: Message[];
  #isScheduled = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    this.#waiting = deps.keep.take();
    if (this.#waiting.length > 0) this.#schedule(batchAfterMs);
  }

  /** Queues a message, to be sent soon in a batch. */
  add(message: Message): void {
    this.#waiting = [...this.#waiting, message].slice(-maxWaiting);
    this.#schedule(batchAfterMs);
  }

  /** Sends all messages by beacon when the page is unloaded, or stores them for the next page. */
  leave(): void {
    const rest = [...this.#waiting];
    this.#waiting = [];
    while (rest.length > 0 && this.#deps.isOnline()) {
      const part = rest.slice(0, maxPerBatch);
      if (!this.#deps.beacon("/batch", this.#batch(part))) break;
      rest.splice(0, part.length);
    }
    if (rest.length > 0) this.#deps.keep.write([...this.#deps.keep.take(), ...rest].slice(-maxWaiting));
  }

  /** Restarts sending when the network or the page is back. */
  resume(): void {
    this.#waiting = [...this.#deps.keep.take(), ...this.#waiting].slice(-maxWaiting);
    if (this.#waiting.length > 0) this.#schedule(0);
  }

  /** Drops all unsent messages. */
  forget(): void {
    this.#waiting = [];
    this.#deps.keep.take();
  }

  #schedule(ms: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#deps.later(() => {
      this.#isScheduled = false;
      void this.#flush();
    }, ms);
  }

  async #flush(): Promise<void> {
    if (!this.#deps.isOnline()) return; // `resume` sends them
    // Removed from the queue first, so that a page that is unloaded during the request doesn't send them
    // twice.
    const sent = this.#waiting.splice(0, maxPerBatch);
    const [only] = sent;
    if (!only) return;
    const taken = await (sent.length === 1
      ? this.#deps.send(`/${only.type}`, JSON.stringify({ ...only, sentAt: this.#sentAt() }))
      : this.#deps.send("/batch", this.#batch(sent)));
    if (!taken) this.#waiting = [...sent, ...this.#waiting].slice(-maxWaiting);
    if (this.#waiting.length > 0) this.#schedule(taken ? 0 : retryAfterMs);
  }

  #batch(messages: Message[]): string {
    return JSON.stringify({ batch: messages, sentAt: this.#sentAt() });
  }
  #sentAt(): string {
    return this.#deps.now().toISOString();
  }
}
