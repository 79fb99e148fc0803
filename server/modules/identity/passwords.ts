import { hashPassword, verifyPassword } from "better-auth/crypto";
import { BadPassword } from "./errors.ts";

export const shortestPassword = 8;
export const longestPassword = 128;
/** Guesses, as a power of ten, that whoever tries leaked and common passwords and their variations would need at least. */
const leastGuesses = 7.5;
/** Characters that are looked at: the work grows with the square. */
const lookedAt = 64;

let checker: Promise<{ check: (password: string, about: string[]) => { guessesLog10: number } }> | null =
  null;

/** The lists take time and memory: only a process that meets a new password loads them. */
function loadChecker() {
  checker ??= (async () => {
    const [{ ZxcvbnFactory }, common, english] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
      import("@zxcvbn-ts/language-en"),
    ]);
    return new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
    });
  })();
  return checker;
}

/**
 * Refuses a new password that is too short, too long, or among those that are tried first: leaked and common ones, words, names,
 * dates, rows of keys, the person's own name and address, and variations of all of them. Asks nobody outside.
 * @throws BadPassword
 */
export async function checkNewPassword(
  password: string,
  about: { readonly email?: string; readonly name?: string },
): Promise<void> {
  if (password.length < shortestPassword) throw new BadPassword("PASSWORD_TOO_SHORT");
  if (password.length > longestPassword) throw new BadPassword("PASSWORD_TOO_LONG");
  const words = [about.email ?? "", ...`${about.email ?? ""} ${about.name ?? ""}`.split(/[\s@.+_-]+/)];
  const { check } = await loadChecker().then((found) => ({ check: found.check.bind(found) }));
  const { guessesLog10 } = check(password.slice(0, lookedAt), [
    "eightcount",
    ...words.filter(({ length }) => length > 2),
  ]);
  if (guessesLog10 < leastGuesses) throw new BadPassword("PASSWORD_COMMON");
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
