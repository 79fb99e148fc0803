import { Worker } from "node:worker_threads";
import { BadPassword } from "../errors.ts";
import type { GuessAnswer, GuessQuestion } from "./password-worker.ts";

const minPasswordLength = 8;
export const maxPasswordLength = 128;
/**
 * Minimum number of guesses, as a power of ten, for an attacker with leaked and common passwords and their
 * variations.
 */
const minGuesses = 7.5;
/** The maximum number of characters to analyze: the cost grows quadratically. */
const maxAnalyzedLength = 64;

interface Asked {
  resolve(guessesLog10: number): void;
  reject(error: unknown): void;
}

let checker: { readonly worker: Worker; readonly waiting: Map<number, Asked> } | null = null;
let lastId = 0;

/** Starts the thread on first use, and again if it has died. It does not keep the process alive. */
function startChecker() {
  const waiting = new Map<number, Asked>();
  const worker = new Worker(new URL("./password-worker.ts", import.meta.url), { name: "passwords" });
  const end = (error: unknown) => {
    if (checker?.worker === worker) checker = null;
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };
  worker.on("message", ({ id, guessesLog10 }: GuessAnswer) => {
    waiting.get(id)?.resolve(guessesLog10);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", end);
  worker.on("exit", () => end(new Error("The password strength thread has exited.")));
  return { worker, waiting };
}

/** The number of guesses that a password takes, as a power of ten. */
function guessesOf(password: string, about: readonly string[]): Promise<number> {
  checker ??= startChecker();
  const { worker, waiting } = checker;
  return new Promise((resolve, reject) => {
    const id = (lastId += 1);
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, password, about } satisfies GuessQuestion);
  });
}

/**
 * Rejects a new password that is too short, too long, or easily guessed. Guessable are leaked and common
 * passwords, words, names, dates, keyboard patterns, the person's name and address, and variations of these.
 * Checked locally, without an external service.
 * @throws BadPassword
 */
export async function checkNewPassword(
  password: string,
  person: { readonly email?: string; readonly name?: string },
): Promise<void> {
  if (password.length < minPasswordLength) throw new BadPassword("PASSWORD_TOO_SHORT");
  if (password.length > maxPasswordLength) throw new BadPassword("PASSWORD_TOO_LONG");
  const { email = "", name = "" } = person;
  const personalParts = [email, ...`${email} ${name}`.split(/[\s@.+_-]+/)];
  const about = ["eightcount", ...personalParts.filter(({ length }) => length > 2)];
  if ((await guessesOf(password.slice(0, maxAnalyzedLength), about)) < minGuesses)
    throw new BadPassword("PASSWORD_COMMON");
}
