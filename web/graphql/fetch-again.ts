const maxRetries = 2;

/**
 * Fetches, and repeats what a busy server refused before it read it (`x-unprocessed`), after `Retry-After`, twice at most.
 * Such a refusal changed nothing, so mutations are repeated, too. @throws like `fetch`, also if it is aborted between two tries
 */
export const fetchAgain: typeof fetch = async (input, init) => {
  for (let retries = 0; ; retries += 1) {
    const response = await fetch(input, init);
    if (!response.headers.has("x-unprocessed") || retries === maxRetries) return response;
    const seconds = Number(response.headers.get("retry-after") ?? 2);
    // An abort in this time rejects the next try, before it is sent.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
};
