import type { CombinedError } from "../../../graphql/hooks.ts";

const maxRetries = 2;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries a call that a busy server rejected, twice at most; `wait` waits for the requested seconds. */
export async function retryBusy<Answer extends { error?: CombinedError | undefined }>(
  call: () => Promise<Answer>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const answer = await call();
    const extensions = answer.error?.graphQLErrors[0]?.extensions;
    if (extensions?.["code"] !== "UNAVAILABLE" || retries === maxRetries) return answer;
    await wait(Number(extensions["retryAfterSeconds"] ?? 2) * 1000);
  }
}
