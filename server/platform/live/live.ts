import type { Log } from "../log.ts";
import type { Carry } from "./carrier.ts";

/** Default minimum interval between two changes of a listener, in milliseconds: one result then covers all changes. */
const usualApartMs = 1_000;
/** Signals that couldn't be sent are sent again after this long, in milliseconds. */
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
interface Watched {
  readonly listeners: Set<Listener>;
  /** Resolves once changes arrive. */
  readonly begun: Promise<void>;
}

/** Listens at the first `changes()`. After a reconnect all listeners are notified. */
export function createLive(carry: Carry, log: Log): Live {
  const watched = new Map<string, Watched>();
  let stopped = false;
  const wakeAll = () => {
    for (const { listeners } of watched.values()) for (const listener of listeners) listener();
  };
  const carrier = carry({
    changed(topic) {
      for (const listener of watched.get(topic)?.listeners ?? []) listener();
    },
    missed: wakeAll,
  });

  const waiting = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  const send = async (topics: string[]) => {
    try {
      await carrier.send(topics);
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
    carrier.open();
    const begun = topics.map((topic) => {
      let found = watched.get(topic);
      if (!found) watched.set(topic, (found = { listeners: new Set(), begun: carrier.watch(topic) }));
      found.listeners.add(listener);
      return found.begun;
    });
    const unlisten = () => {
      for (const topic of topics) {
        const found = watched.get(topic);
        if (!found?.listeners.delete(listener) || found.listeners.size > 0) continue;
        watched.delete(topic);
        carrier.unwatch(topic);
      }
    };
    return { unlisten, begun: Promise.all(begun) };
  };

  return {
    changes(topics, apartMs = usualApartMs) {
      let isDue = true;
      let isOver = stopped;
      let wake: Listener = () => {};
      let heardAt = 0;
      const { unlisten, begun } = listen(topics, () => {
        isDue = true;
        wake();
      });
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
          // The state is read after this: a change that comes before its topic is watched would be missed.
          await begun;
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
      wakeAll();
      await carrier.stop();
    },
  };
}
