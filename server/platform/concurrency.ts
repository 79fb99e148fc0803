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
 * Runs a task for each item, at most `count` at a time, and yields the results in the items' order. When one fails, no further one
 * begins, and it rejects with that failure after those that run have ended.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const task = work(item);
      // A failure is thrown when its turn comes.
      task.catch(() => {});
      running.push(task);
      if (running.length === count) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
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
