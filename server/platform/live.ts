import pg from "pg";
import type { Log } from "./log.ts";

/** PostgreSQL's channel over which every process hears of every topic. */
const channel = "eightcount_live";
/** A topic that changes more often is heard of this often, in milliseconds: one answer then covers all that happened. */
const usualApartMs = 1_000;
const retryMs = 2_000;

/** What is signalled within this time, in milliseconds, goes out as one; a topic that is signalled often goes out once. */
const gatherMs = 25;

/** Says that what topics name has changed: heard once the transaction is committed, by whoever looks at it just then. */
export type Signal = (...topics: readonly string[]) => void;

/** Lets those who look at something hear that it changed. Nothing is kept: whoever begins to listen reads the present state first. */
export interface Live {
  /**
   * Gives `undefined` at once, and again whenever one of the topics has changed since; at most once every
   * `apartMs`, a second unless told. Ends by `return()`.
   */
  changes(topics: readonly string[], apartMs?: number): AsyncGenerator<undefined, void, undefined>;
  /** Tells every process that topics have changed. Call it after the commit: `tx.signal` does. */
  signal(topics: Iterable<string>): void;
  /** Sends what is still to be told, and ends. */
  stop(): Promise<void>;
}

type Listener = () => void;

/** Listens by one connection of its own, opened when somebody first asks. After a lost one everybody is told to look again. */
export function createLive(connection: pg.PoolConfig, log: Log): Live {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    const made = new pg.Client({ ...connection, application_name: "eightcount-live", keepAlive: true });
    client = made;
    const lose = (error?: unknown) => {
      if (client !== made || stopped) return;
      client = null;
      made.end().catch(() => {});
      log.warn({ err: error }, "The connection that listens for changes was lost");
      retry = setTimeout(() => {
        retry = undefined;
        ready = connect();
      }, retryMs);
    };
    made.on("error", lose);
    made.on("end", () => lose());
    made.on("notification", ({ payload = "" }) => {
      for (const listener of listeners.get(payload) ?? []) listener();
    });
    try {
      await made.connect();
      await made.query(`listen ${channel}`);
    } catch (error) {
      lose(error);
      return;
    }
    // What changed before it listened is unknown.
    for (const all of listeners.values()) for (const listener of all) listener();
  };

  let ready = Promise.resolve();
  const open = () => {
    if (!client && !retry && !stopped) ready = connect();
  };

  const waiting = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  const send = async (topics: string[]) => {
    open();
    try {
      await ready;
      if (!client) throw new Error("Not connected");
      await client.query("select pg_notify($1, topic) from unnest($2::text[]) as topic", [channel, topics]);
    } catch (error) {
      if (stopped) return log.warn({ err: error }, "Changes could not be told before the end");
      for (const topic of topics) waiting.add(topic);
      gathering ??= setTimeout(() => void tell(), retryMs);
    }
  };
  /** One at a time: what is signalled meanwhile goes with the next. */
  const tell = async (): Promise<void> => {
    gathering = undefined;
    if (sending) await sending;
    if (waiting.size === 0) return;
    const topics = [...waiting];
    waiting.clear();
    sending = send(topics);
    await sending;
    sending = null;
  };

  const listen = (topics: readonly string[], listener: Listener) => {
    for (const topic of topics) {
      const known = listeners.get(topic);
      if (known) known.add(listener);
      else listeners.set(topic, new Set([listener]));
    }
    return () => {
      for (const topic of topics) {
        const known = listeners.get(topic);
        known?.delete(listener);
        if (known?.size === 0) listeners.delete(topic);
      }
    };
  };

  return {
    changes(topics, apartMs = usualApartMs) {
      let isDue = true;
      let isOver = stopped;
      let wake: Listener = () => {};
      let heardAt = 0;
      const unlisten = listen(topics, () => {
        isDue = true;
        wake();
      });
      open();
      const end = async (): Promise<IteratorReturnResult<void>> => {
        isOver = true;
        unlisten();
        wake();
        return { done: true, value: undefined };
      };
      const wait = (ms: number | null) =>
        new Promise<void>((resolve) => {
          const timer = ms === null ? undefined : setTimeout(resolve, ms);
          wake = () => {
            if (ms !== null && !isOver) return;
            clearTimeout(timer);
            resolve();
          };
        });
      // Not a native generator: its return() would wait for the next change.
      return {
        async next() {
          const rest = heardAt + apartMs - Date.now();
          if (rest > 0 && !isOver) await wait(rest);
          while (!isDue && !isOver && !stopped) await wait(null);
          if (isOver || stopped) return end();
          isDue = false;
          heardAt = Date.now();
          return { done: false, value: undefined };
        },
        return: end,
        throw: end,
        [Symbol.asyncIterator]() {
          return this;
        },
        async [Symbol.asyncDispose]() {
          await end();
        },
      };
    },
    signal(topics) {
      for (const topic of topics) waiting.add(topic);
      if (waiting.size > 0 && !stopped) gathering ??= setTimeout(() => void tell(), gatherMs);
    },
    async stop() {
      clearTimeout(gathering);
      await tell();
      clearTimeout(gathering);
      stopped = true;
      clearTimeout(retry);
      const last = client;
      client = null;
      for (const all of listeners.values()) for (const listener of all) listener();
      await last?.end().catch(() => {});
    },
  };
}
