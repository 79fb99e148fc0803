import { diffWordsWithSpace } from "diff";

/** A passage that two texts share, or that one of them has. */
export interface Passage {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly key: string;
}

/** Two texts that share almost nothing take long to compare, and there is nothing to read in the result. */
const maxMs = 2000;
/** Characters of a shared passage that stay beside a change. */
const context = 120;
/** Stands for what is left out. */
const gap = " […] ";

/** A long passage without its middle: its beginning follows a change, its end comes before one. */
function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const start = isFirst ? "" : text.slice(0, context).replace(/\S*$/, "");
  const end = isLast ? "" : text.slice(-context).replace(/^\S*/, "");
  return text.length <= 3 * context ? text : `${start}${gap}${end}`;
}

/**
 * The words that a text adds and removes, with what surrounds them.
 * @returns null if the texts share too little
 */
export function changesOf(before: string, after: string): Passage[] | null {
  const found = diffWordsWithSpace(before.replaceAll("\r\n", "\n"), after.replaceAll("\r\n", "\n"), {
    timeout: maxMs,
  });
  return (
    found?.map(({ added, removed, value }, index) => ({
      key: String(index),
      kind: added ? "added" : removed ? "removed" : "same",
      text:
        added || removed
          ? value
          : shorten(value, { isFirst: index === 0, isLast: index === found.length - 1 }),
    })) ?? null
  );
}
