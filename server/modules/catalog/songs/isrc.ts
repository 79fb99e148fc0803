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
    .replace(/^\s*ISRC/, "")
    .replaceAll(/[\s‐-―-]/g, "");
  if (code === "") return null;
  if (!pattern.test(code))
    throw new BadInput(field, msg("An ISRC has 12 characters, such as US-S1Z-99-00001."));
  return code;
}
