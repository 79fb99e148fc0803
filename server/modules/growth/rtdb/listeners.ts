import type { Ctx } from "../../../ctx.ts";
import { readNode } from "./nodes.ts";
import { findNewestChange, listChanges } from "./store.ts";

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
}

/** Those who listen on this server. The changes of all servers are read from the database, once for everybody here. */
export class Listeners {
  readonly #ctx: Ctx;
  readonly #listeners = new Set<Listener>();
  #seen = "0";
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Sends what is at the path, then whatever changes in it. @returns how to stop */
  async add(keys: readonly string[], stream: Stream): Promise<() => void> {
    if (!this.#timer) {
      this.#seen = await findNewestChange(this.#ctx.db);
      this.#timer ??= setInterval(() => void this.#tell(), askMs).unref();
    }
    const listener = { keys, ...stream };
    this.#listeners.add(listener);
    stream.send("put", { path: "/", data: await readNode(this.#ctx, keys) });
    const alive = setInterval(() => stream.send("keep-alive", null), aliveMs).unref();
    return () => {
      clearInterval(alive);
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  /** Ends every stream; their listeners come back to another server. */
  end(): void {
    for (const { end } of this.#listeners) end();
  }

  #isTelling = false;
  async #tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (const change of await listChanges(this.#ctx.db, this.#seen)) {
        this.#seen = change.id;
        const changed = change.path.split("/").filter(Boolean);
        for (const { keys, send } of this.#listeners) {
          const isInside = keys.every((key, at) => changed[at] === key);
          const isAbove = changed.every((key, at) => keys[at] === key);
          if (isInside)
            send(change.kind, { path: `/${changed.slice(keys.length).join("/")}`, data: change.data });
          else if (isAbove) send("put", { path: "/", data: await readNode(this.#ctx, keys) });
        }
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, "Changes of the realtime database could not be read");
    } finally {
      this.#isTelling = false;
    }
  }
}
