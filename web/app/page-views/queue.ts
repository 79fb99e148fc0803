/** Page views in Segment's HTTP tracking protocol, gathered and sent together. */

export type PageView = { path: string; url: string; title: string; search: string };

type PageMessage = {
  type: "page";
  messageId: string;
  timestamp: string;
  userId: string;
  name: string;
  properties: PageView & { referrer: string };
  context: { library: { name: "eightcount-web"; version: string } };
};

/** What the queue needs of the browser. `send` answers whether the collector took the body; `beacon` whether the browser will send it. */
export type PageViewDoors = {
  send: (path: "/page" | "/batch", body: string) => Promise<boolean>;
  beacon: (path: "/batch", body: string) => boolean;
  now: () => Date;
  newId: () => string;
  later: (work: () => void, ms: number) => void;
};

const BATCH_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 10_000;
/** The oldest go first when a collector stays away. */
const MOST = 100;

export class PageViewQueue {
  readonly #doors: PageViewDoors;
  readonly #release: string;
  #waiting: PageMessage[] = [];
  #scheduled = false;
  #lastUrl = "";

  constructor(doors: PageViewDoors, release: string) {
    this.#doors = doors;
    this.#release = release;
  }

  /** Counts one view by `who`, the id of the person; the address before it is its referrer. */
  add(view: PageView, who: string): void {
    this.#waiting.push({
      type: "page",
      messageId: this.#doors.newId(),
      timestamp: this.#doors.now().toISOString(),
      userId: who,
      name: view.path,
      properties: { ...view, referrer: this.#lastUrl },
      context: { library: { name: "eightcount-web", version: this.#release } },
    });
    this.#lastUrl = view.url;
    this.#waiting = this.#waiting.slice(-MOST);
    this.#schedule(BATCH_AFTER_MS);
  }

  /** Hands everything to the browser at once: the page is going away. */
  leave(): void {
    if (this.#waiting.length > 0 && this.#doors.beacon("/batch", batch(this.#waiting))) this.#waiting = [];
  }

  #schedule(ms: number): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#doors.later(() => {
      this.#scheduled = false;
      void this.#flush();
    }, ms);
  }

  async #flush(): Promise<void> {
    const sent = this.#waiting;
    const [only] = sent;
    if (!only) return;
    // Out of the queue first, so that a page that goes away meanwhile doesn't send them twice.
    this.#waiting = [];
    const taken = await (sent.length === 1
      ? this.#doors.send("/page", JSON.stringify(only))
      : this.#doors.send("/batch", batch(sent)));
    if (taken) return;
    this.#waiting = [...sent, ...this.#waiting].slice(-MOST);
    this.#schedule(RETRY_AFTER_MS);
  }
}

function batch(messages: PageMessage[]): string {
  return JSON.stringify({ batch: messages });
}
