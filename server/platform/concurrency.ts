import { Unavailable } from "./errors.ts";

/**
 * Runs several tasks concurrently. When one fails, the others are aborted through their signal. Rejects with that failure after
 * all of them have ended, so the caller can delete their working folder.
 * @returns the results, in the tasks' order
 */
export async function runTogether<const Works extends readonly ((signal: AbortSignal) => Promise<unknown>)[]>(
  signal: AbortSignal,
  works: Works,
): Promise<{ -readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>> }> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const failures: unknown[] = [];
  const results = await Promise.all(
    works.map(async (work) => {
      try {
        return await work(either);
      } catch (error) {
        failures.push(error);
        failed.abort();
        return undefined;
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  return results as { -readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>> };
}

/**
 * Runs a task for each item, at most `count` at a time. When one fails, no further one begins, and it rejects with that failure
 * after those that run have ended.
 */
export async function forEachOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = (async function* () {
    yield* items;
  })();
  const takeTurns = async () => {
    for await (const item of remaining) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: count }, takeTurns));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/**
 * Runs a task for each item, and yields the results in the items' order, each as soon as all before it are there. When a task or the
 * list of items fails, no further task begins. The results of those that have begun are still yielded, then it rejects with the first failure.
 * @param limits.count tasks that run at a time
 * @param limits.window tasks begun and not yielded: so many may end before one that takes long
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  { count, window }: { readonly count: number; readonly window: number },
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const begun: Promise<Result>[] = [];
  const ended = new WeakSet<Promise<Result>>();
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let isAtEnd = false;
  const begin = (item: Item) => {
    const task = work(item);
    begun.push(task);
    const end = task
      .then(
        () => {},
        (error: unknown) => {
          failures.push(error);
        },
      )
      .finally(() => {
        ended.add(task);
        running.delete(end);
      });
    running.add(end);
  };
  try {
    for (;;) {
      while (!isAtEnd && failures.length === 0 && running.size < count && begun.length < window)
        try {
          const next = await source.next();
          if (next.done) isAtEnd = true;
          else begin(next.value);
        } catch (error) {
          failures.push(error);
        }
      const oldest = begun[0];
      if (!oldest) break;
      if (!ended.has(oldest)) await Promise.race(running);
      else {
        const [result] = await Promise.allSettled([begun.shift()!]);
        if (result.status === "fulfilled") yield result.value;
      }
    }
    if (failures.length > 0) throw failures[0];
  } finally {
    await Promise.all(running);
    await source.return?.();
  }
}

/** Runs a task when a slot is free. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `count` tasks at a time, first come, first served.
 * @param maxWaiting a task throws Unavailable if as many wait already
 */
export function limitConcurrency(count: number, maxWaiting = Infinity): ConcurrencyLimit {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new Unavailable();
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
