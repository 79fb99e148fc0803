import pg from "pg";
import type { Log } from "./log.ts";

/** PostgreSQL NOTIFY channel for all topics and processes. */
const channel = "eightcount_live";
/** Default minimum interval between two changes of a listener, in milliseconds: one result then covers all changes. */
const usualApartMs = 1_000;
const retryMs = 2_000;

/** Signals within this time, in milliseconds, are sent together; each topic once. */
const gatherMs = 25;

/** Signals that topics have changed. Listeners are notified after the commit. */
export type Signal = (...topics: readonly string[]) => void;

/** Notifies listeners of changes. Nothing is stored: a new listener reads the current state first. */
export interface Live {
  /**
   * Yields `undefined` at once, and after each change of one of the topics, at most once every `apartMs` (default: a second). Ends
   * on `return()`.
   */
  changes(topics: readonly string[], apartMs?: number): AsyncGenerator<undefined, void, undefined>;
  /** Notifies every process that topics have changed. Call it after the commit: `tx.signal` does. */
  signal(topics: Iterable<string>): void;
  /** Sends pending signals, and ends. */
  stop(): Promise<void>;
}

type Listener = () => void;

/** Listens on one connection of its own, opened at the first `changes()`. After a reconnect all listeners are notified. */
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
    // Changes before the reconnect were missed.
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
      if (stopped) return log.warn({ err: error }, "Pending signals could not be sent before shutdown");
      for (const topic of topics) waiting.add(topic);
      gathering ??= setTimeout(() => void flush(), retryMs);
    }
  };
  /** One at a time: topics signaled during a send go with the next. */
  const flush = async (): Promise<void> => {
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
      if (waiting.size > 0 && !stopped) gathering ??= setTimeout(() => void flush(), gatherMs);
    },
    async stop() {
      clearTimeout(gathering);
      await flush();
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
