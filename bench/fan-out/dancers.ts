/** Dancers who read at a steady rate, in a thread of their own so that the server's work delays no clock. */
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is given. */
export interface Dancers {
  readonly url: string;
  /** Access tokens; reads take turns. */
  readonly tokens: readonly string[];
  readonly queries: readonly string[];
  /** Milliseconds between two reads. */
  readonly everyMs: number;
}
/** What it says: the times of the reads since it was asked before, milliseconds, and how many failed. */
export interface Reads {
  readonly times: readonly number[];
  readonly failed: number;
}

const { url, tokens, queries, everyMs } = workerData as Dancers;
let times: number[] = [];
let failed = 0;

async function read(at: number): Promise<void> {
  const begun = performance.now();
  try {
    const answer = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-auth-token": `Bearer ${tokens[at % tokens.length]}`,
      },
      body: JSON.stringify({ query: queries[at % queries.length] }),
    });
    const { errors } = (await answer.json()) as { errors?: readonly unknown[] };
    if (!answer.ok || errors) failed += 1;
  } catch {
    failed += 1;
  }
  times.push(performance.now() - begun);
}

const startedAt = performance.now();
for (let sent = 0; ; sent += 1) {
  // From the time when it was due: a server that answers late isn't asked less.
  const waitMs = startedAt + sent * everyMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  if (sent === 0)
    parentPort!.on("message", () => {
      parentPort!.postMessage({ times, failed } satisfies Reads);
      times = [];
      failed = 0;
    });
  void read(sent);
}
