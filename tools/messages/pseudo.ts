/**
 * The pseudo-locale: English with accents, a third longer and between brackets. A text on a page without brackets has been
 * written past the catalogs, and one without an end is cut off.
 */

const accents: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "é",
  g: "ğ",
  i: "í",
  n: "ñ",
  o: "ó",
  s: "š",
  u: "ú",
  y: "ý",
  z: "ž",
  A: "Á",
  C: "Ç",
  E: "É",
  I: "Í",
  N: "Ñ",
  O: "Ó",
  S: "Š",
  U: "Ú",
  Y: "Ý",
  Z: "Ž",
};

/** Letters that are added, as a part of a text's own. */
const growth = 0.35;
const filling = "áéíóú";

/** An ICU message in the pseudo-locale, with the same placeholders and tags. */
export const pseudo = (message: string): string => `[${accented(message)}${padding(message)}]`;

/** Words of filling for a message's letters outside its placeholders. */
function padding(message: string): string {
  const length = message.replaceAll(/\{[^{}]*\}|<[^>]*>/g, "").length;
  const added = Math.ceil(length * growth);
  return ` ${filling}`.repeat(Math.ceil(added / (filling.length + 1))).slice(0, added);
}

/** Replaces letters outside placeholders, tags and the names of cases. */
function accented(message: string): string {
  let written = "";
  for (let at = 0; at < message.length;) {
    const tag = /^<\/?\d+\/?>/.exec(message.slice(at))?.[0];
    if (tag) {
      written += tag;
      at += tag.length;
    } else if (message[at] === "{") {
      const end = endOf(message, at);
      written += placeholder(message.slice(at, end));
      at = end;
    } else {
      written += accents[message[at]!] ?? message[at];
      at += 1;
    }
  }
  return written;
}

/** The place after the brace that closes the one at `start`. */
function endOf(message: string, start: number): number {
  let depth = 0;
  for (let at = start; at < message.length; at += 1) {
    if (message[at] === "{") depth += 1;
    if (message[at] === "}" && (depth -= 1) === 0) return at + 1;
  }
  throw new Error(`An unclosed brace: ${message}`);
}

/** A placeholder as it is; of a plural or select, with its cases in the pseudo-locale. */
function placeholder(text: string): string {
  const head = /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.exec(text)?.[0];
  if (!head) return text;
  let written = head;
  for (let at = head.length; at < text.length;) {
    if (text[at] === "{") {
      const end = endOf(text, at);
      written += `{${accented(text.slice(at + 1, end - 1))}}`;
      at = end;
    } else {
      written += text[at];
      at += 1;
    }
  }
  return written;
}
