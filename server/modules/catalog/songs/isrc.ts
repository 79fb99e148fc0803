import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Country and registrant, year, designation: ISO 3901. */
const pattern = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * An International Standard Recording Code in its twelve characters; null for an empty text. Hyphens, spaces and the prefix "ISRC"
 * may be given, in any case.
 * @throws BadInput
 */
export function readIsrc(given: string | null | undefined, field = "isrc"): string | null {
  const code = (given ?? "")
    .toUpperCase()
    .replace(/^\s*ISRC:?/, "")
    .replaceAll(/[\s‐-―-]/g, "");
  if (code === "") return null;
  if (!pattern.test(code))
    throw new BadInput(field, msg("An ISRC has 12 characters, such as US-S1Z-99-00001."));
  return code;
}

/** The check digit of an ISWC: each digit by its place, and 1 for the T, make a multiple of ten with it. */
const isIswc = (code: string): boolean => {
  const [, digits = ""] = /^T(\d{10})$/.exec(code) ?? [];
  const [check = 0, ...others] = Array.from(digits, Number).toReversed();
  const sum = others.toReversed().reduce((total, digit, at) => total + digit * (at + 1), 1);
  return digits !== "" && (sum + check) % 10 === 0;
};

/**
 * An International Standard Musical Work Code (ISO 15707) as T and ten digits; null for an empty text. Dots, hyphens, spaces and the
 * prefix "ISWC" may be given.
 * @throws BadInput
 */
export function readIswc(given: string | null | undefined): string | null {
  const code = (given ?? "")
    .toUpperCase()
    .replace(/^\s*ISWC:?/, "")
    .replaceAll(/[\s.‐-―-]/g, "");
  if (code === "") return null;
  if (!isIswc(code)) throw new BadInput("iswc", msg("An ISWC looks like T-034.524.680-1. Check its digits."));
  return code;
}
