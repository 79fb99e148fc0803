import type { Ctx } from "../../../ctx.ts";
import { narrow } from "./narrowing.ts";
import type { Narrowing } from "./narrowing.ts";
import { readNode } from "./nodes.ts";
import { findChangesEnd, listChanges } from "./store.ts";
import type { Change, ChangeMark } from "./store.ts";

/** Poll interval for changes while anyone listens, and keep-alive interval of a silent stream; milliseconds. */
const pollMs = 500;
const keepAliveMs = 30_000;

/** One open stream. */
export interface Stream {
  readonly send: (event: string, data: unknown) => void;
  readonly end: () => void;
}
interface Listener extends Stream {
  readonly keys: readonly string[];
  /** Null: the whole value. */
  readonly narrowing: Narrowing | null;
  /** The last value sent to a listener with a query, as JSON. */
  lastSent: string;
  /** Changes queued before the stream began; null afterwards. */
  waiting: (() => void)[] | null;
}

/** A registered listener that receives nothing before `begin`. */
export interface Listening {
  /** The current value at the path. */
  readonly first: Promise<unknown>;
  /** Sends the value, then queued changes, then each new change. */
  begin(value: unknown): void;
  /** Idempotent. */
  stop(): void;
}

/** Listeners on this server. Changes of all servers are polled from the database, once for all listeners here. */
export class Listeners {
  readonly #ctx: Ctx;
  readonly #listeners = new Set<Listener>();
  #mark: Promise<ChangeMark> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Number of current listeners. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Subscribes to a path and everything below, until `stop` is called. */
  listen(keys: readonly string[], narrowing: Narrowing | null, stream: Stream): Listening {
    const listener: Listener = { keys, narrowing, ...stream, lastSent: "", waiting: [] };
    this.#listeners.add(listener);
    this.#mark ??= findChangesEnd(this.#ctx.db);
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
    const alive = setInterval(() => {
      if (!listener.waiting) stream.send("keep-alive", null);
    }, keepAliveMs).unref();
    return {
      first: this.#mark.then(() => this.#read(listener)),
      begin: (value) => {
        if (narrowing) listener.lastSent = JSON.stringify(value);
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
        this.#mark = null;
      },
    };
  }

  /** Ends every stream; clients reconnect to another server. */
  end(): void {
    for (const { end } of this.#listeners) end();
  }

  async #read({ keys, narrowing }: Listener): Promise<unknown> {
    const value = await readNode(this.#ctx, keys);
    return narrowing ? narrow(value, narrowing) : value;
  }

  #isPolling = false;
  async #poll(): Promise<void> {
    if (this.#isPolling || !this.#mark) return;
    this.#isPolling = true;
    try {
      const { changes, end } = await listChanges(this.#ctx.db, await this.#mark);
      for (const change of changes) await this.#dispatch(change);
      this.#mark &&= Promise.resolve(end);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, "Changes of the realtime database could not be read");
    } finally {
      this.#isPolling = false;
    }
  }

  async #dispatch(change: Change): Promise<void> {
    const changed = change.path.split("/").filter(Boolean);
    // Read once for all its listeners: the history has no large values.
    let current: Promise<unknown> | null = null;
    const dataOf = () => (change.hasData ? change.data : (current ??= readNode(this.#ctx, changed)));
    for (const listener of this.#listeners) {
      const { keys, narrowing } = listener;
      const isInside = keys.every((key, at) => changed[at] === key);
      const isAbove = changed.every((key, at) => keys[at] === key);
      if (!isInside && !isAbove) continue;
      // A change may add something to a query's result and push something else out: send the whole result.
      const [kind, path, data] =
        isInside && !narrowing
          ? ([change.kind, `/${changed.slice(keys.length).join("/")}`, await dataOf()] as const)
          : (["put", "/", await this.#read(listener)] as const);
      const send = () => {
        const json = narrowing && JSON.stringify(data);
        if (json !== null && json === listener.lastSent) return;
        listener.lastSent = json ?? "";
        listener.send(kind, { path, data });
      };
      if (listener.waiting) listener.waiting.push(send);
      else send();
    }
  }
}
