import { setTimeout as sleep } from "node:timers/promises";
import type { TestPerson } from "../harness.ts";

/** A request by way of a balancer. @throws Refused, or the connection's error */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** An answer that isn't what was asked for. */
export class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(what: string, retryAfterMs = 500) {
    super(what);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Longer than a server takes for any answer. */
const maxAnswerMs = 15_000;
const maxRetryAfterMs = 2_000;

/** A balancer in turns, which asks the next server when one refuses the connection. @param bases the first is the studio's address */
export function balancerOf(bases: readonly string[]): Ask {
  let turn = 0;
  return async (path, init = {}) => {
    const first = (turn += 1);
    let refused: unknown;
    for (let at = 0; at < bases.length; at += 1) {
      const base = bases[(first + at) % bases.length]!;
      try {
        const response = await fetch(base + path, {
          ...init,
          headers: { ...init.headers, origin: bases[0]! },
          signal: AbortSignal.timeout(maxAnswerMs),
        });
        if (response.ok) return response;
        const after = Number(response.headers.get("retry-after")) * 1000;
        await response.arrayBuffer();
        throw new Refused(String(response.status), after > 0 ? Math.min(after, maxRetryAfterMs) : undefined);
      } catch (error) {
        if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code !== "ECONNREFUSED")
          throw error;
        refused = error;
      }
    }
    throw refused;
  };
}

/** How often an access token is renewed; milliseconds. */
const tokenMs = 60_000;

/** A person who uses the studio by way of the balancer. */
export interface Client {
  /** @throws Refused with the error's code */
  graphql<Data>(query: string, variables?: object): Promise<Data>;
  /** A request with the person's access token. */
  ask: Ask;
}

/** The client of a person, or of a visitor without a session. */
export function clientOf(ask: Ask, person: TestPerson | null): Client {
  let token: { text: string; at: number } | null = null;
  const headers = async (): Promise<Record<string, string>> => {
    if (!person) return {};
    if (!token || Date.now() - token.at > tokenMs) {
      const answer = await ask("/api/auth/token", { headers: { cookie: person.cookie } });
      token = { text: ((await answer.json()) as { token: string }).token, at: Date.now() };
    }
    return { "x-auth-token": `Bearer ${token.text}` };
  };
  const askAs: Ask = async (path, init = {}) =>
    ask(path, { ...init, headers: { ...init.headers, ...(await headers()) } });
  return {
    ask: askAs,
    graphql: async <Data>(query: string, variables: object = {}) => {
      const answer = await askAs("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await answer.json()) as {
        data?: Data;
        errors?: { extensions: { code: string } }[];
      };
      if (errors?.[0]) throw new Refused(errors[0].extensions.code);
      return data!;
    },
  };
}

/** What people saw. */
export interface Seen {
  answers: number;
  /** How often, by status or code. */
  readonly errors: Map<string, number>;
  /** From the first try to the answer, milliseconds. */
  maxWaitMs: number;
  /** Of the last error, by `performance.now()`. */
  lastErrorAt: number | null;
}

/** Tries until it succeeds or `signal` aborts, as the web does. @returns null if it was aborted */
export async function persist<Result>(
  seen: Seen,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const began = performance.now();
  while (!signal.aborted) {
    try {
      const result = await work();
      seen.answers += 1;
      seen.maxWaitMs = Math.max(seen.maxWaitMs, performance.now() - began);
      return result;
    } catch (error) {
      const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
      const name = error instanceof Refused ? error.message : (cause?.code ?? (error as Error).name);
      seen.errors.set(name, (seen.errors.get(name) ?? 0) + 1);
      seen.lastErrorAt = performance.now();
      await sleep(error instanceof Refused ? error.retryAfterMs : 500);
    }
  }
  return null;
}
