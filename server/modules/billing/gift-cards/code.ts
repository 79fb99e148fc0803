import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. 16 of 32 characters are 80 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 16;

/** A new code of a gift card, as it is stored. */
export const newGiftCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join("");

/** A code as people read it: ABCD-EFGH-JKLM-NPQR. */
export const shownGiftCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, "$1-");

/** A typed code as it is stored; null if no code looks like it. */
export function readGiftCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : null;
}
