import type { Ctx } from "../../../ctx.ts";
import { narrow } from "./narrowing.ts";
import type { Narrowing } from "./narrowing.ts";
import { readNode } from "./nodes.ts";
import { findChangesEnd, listChanges } from "./store.ts";
import type { Change, ChangeMark } from "./store.ts";

/** How often changes are asked for while anybody listens, and how often a silent stream says that it lives; milliseconds. */
const askMs = 500;
const aliveMs = 30_000;

/** One open stream. */
export interface Stream {
  readonly send: (event: string, data: unknown) => void;
  readonly end: () => void;
}
interface Listener extends Stream {
  readonly keys: readonly string[];
  /** Null: all that is there. */
  readonly narrowing: Narrowing | null;
  /** What a narrowed listener was told last, as JSON. */
  told: string;
  /** Changes that came before the stream began; null once it has. */
  waiting: (() => void)[] | null;
}

/** A listener that isn't told anything before `begin`. */
export interface Listening {
  /** What is at the path. */
  readonly first: Promise<unknown>;
  /** Sends the value, then what changed since, then each change. */
  begin(value: unknown): void;
  /** Harmless when called twice. */
  stop(): void;
}

/** Those who listen on this server. The changes of all servers are read from the database, once for everybody here. */
export class Listeners {
  readonly #ctx: Ctx;
  readonly #listeners = new Set<Listener>();
  #seen: Promise<ChangeMark> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** How many listen just now. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Listens to what is at and below a path, until `stop` is called. */
  listen(keys: readonly string[], narrowing: Narrowing | null, stream: Stream): Listening {
    const listener: Listener = { keys, narrowing, ...stream, told: "", waiting: [] };
    this.#listeners.add(listener);
    this.#seen ??= findChangesEnd(this.#ctx.db);
    this.#timer ??= setInterval(() => void this.#tell(), askMs).unref();
    const alive = setInterval(() => {
      if (!listener.waiting) stream.send("keep-alive", null);
    }, aliveMs).unref();
    return {
      first: this.#seen.then(() => this.#read(listener)),
      begin: (value) => {
        if (narrowing) listener.told = JSON.stringify(value);
        stream.send("put", { path: "/", data: value });
        const { waiting } = listener;
        listener.waiting = null;
        for (const send of waiting ?? []) send();
      },
      stop: () => {
        clearInterval(alive);
        this.#listeners.delete(listener);
        if (this.#listeners.size > 0 || !this.#timer) return;
        clearInterval(this.#timer);
        this.#timer = null;
        this.#seen = null;
      },
    };
  }

  /** Ends every stream; their listeners come back to another server. */
  end(): void {
    for (const { end } of this.#listeners) end();
  }

  async #read({ keys, narrowing }: Listener): Promise<unknown> {
    const value = await readNode(this.#ctx, keys);
    return narrowing ? narrow(value, narrowing) : value;
  }

  #isTelling = false;
  async #tell(): Promise<void> {
    if (this.#isTelling || !this.#seen) return;
    this.#isTelling = true;
    try {
      const { changes, end } = await listChanges(this.#ctx.db, await this.#seen);
      for (const change of changes) await this.#tellOf(change);
      this.#seen &&= Promise.resolve(end);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, "Changes of the realtime database could not be read");
    } finally {
      this.#isTelling = false;
    }
  }

  async #tellOf(change: Change): Promise<void> {
    const changed = change.path.split("/").filter(Boolean);
    // Read once for all who listen to it: the history has no large values.
    let current: Promise<unknown> | null = null;
    const dataOf = () => (change.hasData ? change.data : (current ??= readNode(this.#ctx, changed)));
    for (const listener of this.#listeners) {
      const { keys, narrowing } = listener;
      const isInside = keys.every((key, at) => changed[at] === key);
      const isAbove = changed.every((key, at) => keys[at] === key);
      if (!isInside && !isAbove) continue;
      // A change may bring something into what a narrowed listener sees, and push something else out: they are told the whole.
      const [kind, path, data] =
        isInside && !narrowing
          ? ([change.kind, `/${changed.slice(keys.length).join("/")}`, await dataOf()] as const)
          : (["put", "/", await this.#read(listener)] as const);
      const send = () => {
        const json = narrowing && JSON.stringify(data);
        if (json !== null && json === listener.told) return;
        listener.told = json ?? "";
        listener.send(kind, { path, data });
      };
      if (listener.waiting) listener.waiting.push(send);
      else send();
    }
  }
}
