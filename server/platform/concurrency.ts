/**
 * Does several works at once. When one fails the others are stopped through the signal that they were given, and have ended before
 * this throws what it failed with: the caller may take away the folder that they worked in.
 * @returns what they gave, in their order
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

/** Runs a work when it is its turn. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets `count` works run at a time, in the order in which they asked. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
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
