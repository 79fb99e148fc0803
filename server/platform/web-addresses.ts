import { BadInput } from "./errors.ts";
import { msg } from "./i18n/messages.ts";
import { readLine } from "./text.ts";

/** Characters of one address. */
const maxLength = 300;

/**
 * Normalizes public web addresses that pages link to: https, without credentials. Empty ones are left out, repeated ones listed once.
 * @param maxLinks how many there may be
 * @throws BadInput
 */
export function readWebAddresses(given: readonly string[], field: string, maxLinks: number): string[] {
  const typed = given.map((link) => link.trim()).filter(Boolean);
  const links = typed.map((link) => {
    const url = URL.parse(link);
    const hasCredentials = !!url && (url.username !== "" || url.password !== "");
    if (url?.protocol !== "https:" || hasCredentials || !url.hostname.includes("."))
      throw new BadInput(field, msg("Enter web addresses that begin with https://."));
    return readLine(url.href, field, maxLength);
  });
  const unique = [...new Set(links)];
  if (unique.length > maxLinks)
    throw new BadInput(field, msg("Enter at most {maxLinks} links.", { maxLinks }));
  return unique;
}
