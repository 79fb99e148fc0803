/** Maximum nesting of quotes and lists. */
export const maxNesting = 20;

const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|\[[ xX]\](?=[ \t])))+/gm;
const marker = />|[-*+]|\d+[.)]|\[/g;
/** A line of only these characters is a thematic break. */
const divider = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/gm;

/** Whether the address of a link is a path of the studio's own pages, such as /library. */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href);

/** Whether a line of Markdown nests quotes and lists too deeply. A parser would recurse for each. */
export function nestsTooDeep(text: string): boolean {
  const lines = text.replaceAll(divider, "");
  return [...lines.matchAll(containers)].some(([found]) => (found.match(marker)?.length ?? 0) > maxNesting);
}
