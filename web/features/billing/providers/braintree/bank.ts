import type { Client } from "braintree-web/client";
import type { ThreeDSecure } from "braintree-web/three-d-secure";

/** What the bank is asked about. `amount` in the currency's own digits: 14.99. */
export type BankQuestion = Omit<Parameters<ThreeDSecure["verifyCard"]>[0], "onLookupComplete">;
/** The bank's answer, with the card's new nonce. */
export type BankAnswer = Awaited<ReturnType<ThreeDSecure["verifyCard"]>>;

/**
 * How long the bank's page may take to open, in milliseconds: longer than the minute after which Braintree's script gives up on
 * Cardinal's without a word. It takes the listeners away then, which must not be those of the next question.
 */
export const bankLimitMs = 65_000;

/** The bank's page didn't open, or was left. */
class BankSilent extends Error {
  readonly code = "THREEDS_SILENT";
}

/** The code of an error of Braintree's script; empty for another error. */
export const codeOf = (error: unknown): string =>
  error && typeof error === "object" && "code" in error ? String(error.code) : "";

/** Ends when the questions before have. Cardinal's script has one listener per event: instances would take each other's. */
let turn: Promise<unknown> = Promise.resolve();
/** Leaves the last question. */
let last = new AbortController();

/**
 * Asks the bank about a card with 3-D Secure, which opens the bank's page if the bank wants the person. Leaves an earlier question.
 * @returns null if the merchant account has no 3-D Secure
 * @throws Braintree's error, or one with code THREEDS_SILENT if the bank's page doesn't open within `bankLimitMs`
 */
export function askBank(client: Client, question: BankQuestion): Promise<BankAnswer | null> {
  last.abort();
  last = new AbortController();
  const { signal } = last;
  const answer = turn.then(() => ask(client, question, signal));
  turn = answer.catch(() => null);
  return answer;
}

async function ask(client: Client, question: BankQuestion, left: AbortSignal): Promise<BankAnswer | null> {
  const instance = await create(client);
  if (!instance) return null;
  try {
    return await verify(instance, question, left);
  } finally {
    // Braintree's script sets its listeners again right after an answer; a teardown before that would leave them.
    await new Promise((resolve) => setTimeout(resolve));
    await instance.teardown();
  }
}

/** 3-D Secure, if the merchant account has it; the server decides which cards need it. */
async function create(client: Client): Promise<ThreeDSecure | null> {
  const { default: threeDSecure } = await import("braintree-web/three-d-secure");
  try {
    return await threeDSecure.create({ client, version: 2 });
  } catch (error) {
    if (codeOf(error).startsWith("THREEDS_NOT_ENABLED")) return null;
    throw error;
  }
}

async function verify(
  instance: ThreeDSecure,
  question: BankQuestion,
  left: AbortSignal,
): Promise<BankAnswer> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    reject(new BankSilent());
  };
  let limit = setTimeout(end, bankLimitMs);
  instance.on("authentication-modal-render", () => clearTimeout(limit));
  // The answer follows.
  instance.on("authentication-modal-close", () => {
    clearTimeout(limit);
    limit = setTimeout(end, bankLimitMs);
  });
  const verified = instance.verifyCard({
    ...question,
    onLookupComplete: ({ requiresUserAuthentication }, next) => {
      // Without Cardinal's script, which some blockers stop, no page can open.
      if (isOver || left.aborted || (requiresUserAuthentication && !window.Cardinal)) return end();
      // Not earlier: while Cardinal's script loads, a teardown takes no listeners away, and they are set later.
      left.addEventListener("abort", end);
      next();
    },
  });
  try {
    return await Promise.race([verified, ended]);
  } finally {
    clearTimeout(limit);
    left.removeEventListener("abort", end);
  }
}
