import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../../platform/clock.ts";
import type { Clock } from "../../../../platform/clock.ts";
import { ProviderUnavailable } from "../../errors.ts";
import { subscriberAnswer } from "./subscriber.ts";
import type { SubscriberAnswer } from "./subscriber.ts";

const attempts = 3;
/** How long a call waits before it is repeated; twice as long each time. */
const backoffMs = 200;
/** The longest wait for a limit to end within a call. Beyond it the caller comes back later. */
const maxWaitMs = 2_000;
/** The longest that calls rest, whatever the answer says. */
const maxRestMs = 10 * 60_000;
/** How long no call is made after a limit without a time, or after a call without an answer. */
const restMs = 30_000;

/** Why RevenueCat gave no answer, for the log: no key, no header, no content of the answer. */
class NoAnswer extends Error {
  override readonly name = "RevenueCatNoAnswer";
}

/** RevenueCat's REST API, version 1. */
export class RevenueCatClient {
  readonly #secretKey: string;
  readonly #baseUrl: string;
  readonly #callMs: number;
  #restUntil = 0;

  /** @param options.callMs the timeout of a call */
  constructor(options: { secretKey: string; apiUrl: string | null; callMs?: number }) {
    this.#secretKey = options.secretKey;
    this.#baseUrl = options.apiUrl ?? "https://api.revenuecat.com";
    this.#callMs = options.callMs ?? 10_000;
  }

  /**
   * What a customer holds. RevenueCat creates customers that it doesn't know, so the id must come from it or be an account's.
   * @param clock tells when a rest after a limit or an outage is over
   * @throws ProviderUnavailable
   */
  async subscriber(customer: string, clock: Clock = systemClock): Promise<SubscriberAnswer> {
    const answer = subscriberAnswer.safeParse(await this.#ask("GET", customer, clock));
    // The faults' paths tell what was missing. Their input would be the answer itself.
    if (!answer.success)
      throw new ProviderUnavailable(
        new NoAnswer(`Not a subscriber: ${answer.error.issues.map(({ path }) => path.join(".")).join(", ")}`),
      );
    return answer.data;
  }

  /**
   * Deletes a customer; one that is gone already is no error.
   * @throws ProviderUnavailable
   */
  async deleteSubscriber(customer: string, clock: Clock = systemClock): Promise<void> {
    await this.#ask("DELETE", customer, clock);
  }

  /** @returns the answer's JSON; null for a customer that is gone */
  async #ask(method: "GET" | "DELETE", customer: string, clock: Clock): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      if (clock.now().getTime() < this.#restUntil)
        throw new ProviderUnavailable(new NoAnswer("RevenueCat is left alone after a limit or an outage"));
      const outcome = await this.#once(method, customer, clock);
      if ("json" in outcome) return outcome.json;
      if (attempt === attempts || !outcome.isRetryable) throw new ProviderUnavailable(outcome.cause);
      await sleep(outcome.waitMs ?? backoffMs * 2 ** (attempt - 1));
    }
  }

  async #once(
    method: "GET" | "DELETE",
    customer: string,
    clock: Clock,
  ): Promise<
    | { readonly json: unknown }
    | { readonly isRetryable: boolean; readonly waitMs?: number; readonly cause: NoAnswer }
  > {
    const signal = AbortSignal.timeout(this.#callMs);
    try {
      const response = await fetch(`${this.#baseUrl}/v1/subscribers/${encodeURIComponent(customer)}`, {
        method,
        headers: { authorization: `Bearer ${this.#secretKey}`, accept: "application/json" },
        redirect: "error",
        signal,
      });
      const text = await response.text();
      if (response.ok) return { json: JSON.parse(text) as unknown };
      if (method === "DELETE" && response.status === 404) return { json: null };
      const cause = new NoAnswer(`HTTP ${response.status}`);
      if (response.status === 429) {
        const waitMs = Number(response.headers.get("retry-after")) * 1000 || restMs;
        if (waitMs <= maxWaitMs) return { isRetryable: true, waitMs, cause };
        this.#restUntil = clock.now().getTime() + Math.min(waitMs, maxRestMs);
        return { isRetryable: false, cause };
      }
      return { isRetryable: response.status >= 500, cause };
    } catch (error) {
      // Another try would wait as long. The caller comes back later.
      if (signal.aborted) this.#restUntil = clock.now().getTime() + restMs;
      const what = signal.aborted
        ? "No answer in time"
        : error instanceof SyntaxError
          ? "Not JSON"
          : "No connection";
      return { isRetryable: !signal.aborted, cause: new NoAnswer(what) };
    }
  }
}
