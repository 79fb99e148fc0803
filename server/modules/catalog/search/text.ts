import type { SearchText } from "../store-lists.ts";
import { alternativesOf } from "./understanding.ts";

/** Longer search text is cut. */
const maxSearchLength = 200;

/**
 * Parses search text. The last word also matches as a prefix. Exceptions: it is part of a phrase, excluded
 * by a minus, or followed by a space. Null if there is nothing to search for.
 */
export function readSearch(text: string | null | undefined): SearchText | null {
  const whole = (text ?? "").slice(0, maxSearchLength).replaceAll("\u0000", "");
  if (!/[\p{L}\p{N}]/u.test(whole)) return null;
  const quotes = whole.split('"').length - 1;
  const found = quotes % 2 === 0 ? /(?:^|[\s,])([\p{L}\p{N}]+)$/u.exec(whole) : null;
  const lastWord = found?.[1] ?? null;
  return {
    whole: whole.trim(),
    head: lastWord ? whole.slice(0, -lastWord.length).trim() : whole.trim(),
    lastWord,
    others: alternativesOf(whole),
  };
}
