/** Signed media URLs of a class: valid for a while, and renewed when a stream refuses them. */
import type { TrackSource } from "./angles.ts";

/** Minimum time between renewals. A refusal within this time after one is final. */
const MIN_RENEWAL_INTERVAL_MS = 20_000;
/** Several streams are refused at the same time; one request serves them all. */
const SHARED_WITHIN_MS = 1_000;

/** `refused`: the viewer may no longer watch. `unreached`: the server did not answer. */
export type Renewal = TrackSource | "refused" | "unreached";

export class MediaUrls {
  readonly #fetchUrls: () => Promise<TrackSource | null>;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<Renewal> = Promise.resolve("refused");

  /** @param fetchUrls resolves to null when the viewer may no longer watch; rejects when the server does not answer */
  constructor(fetchUrls: () => Promise<TrackSource | null>) {
    this.#fetchUrls = fetchUrls;
  }

  /** Allows the next renewal at once: for a retry that the viewer started. */
  forget(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Fetches new URLs. Concurrent calls share one request and get the same object. */
  renew(): Promise<Renewal> {
    const since = performance.now() - this.#askedAt;
    if (since < SHARED_WITHIN_MS) return this.#answer;
    if (since < MIN_RENEWAL_INTERVAL_MS) return Promise.resolve("refused");
    this.#askedAt = performance.now();
    this.#answer = this.#fetchUrls().then(
      (source) => source ?? "refused",
      () => "unreached",
    );
    return this.#answer;
  }
}
