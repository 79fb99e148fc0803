const maxRetries = 2;

/**
 * Fetches, and repeats what a busy server refused before it read it (`x-unprocessed`), after `Retry-After`, twice at most.
 * Such a refusal changed nothing, so mutations are repeated, too. @throws like `fetch`, also if it is aborted between two tries
 */
export const fetchAgain: typeof fetch = async (input, init) => {
  for (let retries = 0; ; retries += 1) {
    const response = await fetch(input, init);
    if (!response.headers.has("x-unprocessed") || retries === maxRetries) return response;
    await wait(Number(response.headers.get("retry-after") ?? 2) * 1000, init?.signal);
  }
};

// Every first load carries this: a timer that outlives its request costs less than the code that would end it.
const wait = (ms: number, signal: AbortSignal | null | undefined) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
