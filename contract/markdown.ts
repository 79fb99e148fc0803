/** Quotes and lists within each other, at most. */
export const maxNesting = 20;

const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[[ xX]\](?=[ \t])))+/gm;
const marker = />|[-*+]|\d+[.)]|\[/g;
/** A line of signs alone is a divider. */
const divider = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/gm;

/** Whether a line of Markdown opens more quotes and lists within each other than are read. A parser would recurse for each. */
export function nestsTooDeep(text: string): boolean {
  const lines = text.replaceAll(divider, "");
  return [...lines.matchAll(containers)].some(([found]) => (found.match(marker)?.length ?? 0) > maxNesting);
}
