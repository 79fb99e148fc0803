import { Worker } from "node:worker_threads";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { BadPassword } from "./errors.ts";
import type { GuessAnswer, GuessQuestion } from "./password-worker.ts";

const shortestPassword = 8;
const longestPassword = 128;
/** Guesses, as a power of ten, that whoever tries leaked and common passwords and their variations would need at least. */
const leastGuesses = 7.5;
/** Characters that are looked at: the work grows with the square. */
const lookedAt = 64;

interface Asked {
  resolve(guessesLog10: number): void;
  reject(error: unknown): void;
}

let checker: { readonly worker: Worker; readonly waiting: Map<number, Asked> } | null = null;
let lastId = 0;

/** Starts the thread when the first new password comes, and again should it have died. It keeps no process alive. */
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
  worker.on("exit", () => end(new Error("The thread that checks passwords has ended.")));
  return { worker, waiting };
}

/** How many guesses a password takes, as a power of ten. */
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
 * Refuses a new password that is too short, too long, or among those that are tried first: leaked and common ones, words, names,
 * dates, rows of keys, the person's own name and address, and variations of all of them. Asks nobody outside.
 * @throws BadPassword
 */
export async function checkNewPassword(
  password: string,
  person: { readonly email?: string; readonly name?: string },
): Promise<void> {
  if (password.length < shortestPassword) throw new BadPassword("PASSWORD_TOO_SHORT");
  if (password.length > longestPassword) throw new BadPassword("PASSWORD_TOO_LONG");
  const { email = "", name = "" } = person;
  const words = [email, ...`${email} ${name}`.split(/[\s@.+_-]+/)];
  const about = ["eightcount", ...words.filter(({ length }) => length > 2)];
  if ((await guessesOf(password.slice(0, lookedAt), about)) < leastGuesses)
    throw new BadPassword("PASSWORD_COMMON");
}

let nobody: Promise<string> | null = null;

/** Whether the password is the one that was hashed. Takes as long where there is no hash. */
export async function isPasswordRight(hash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody's password");
  const isRight = await verifyPassword({
    hash: hash ?? (await nobody),
    password: password.slice(0, longestPassword),
  });
  return isRight && Boolean(hash) && password.length <= longestPassword;
}

export { hashPassword };
