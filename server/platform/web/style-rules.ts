import type { StyleRule } from "../../../contract/boot.ts";

/**
 * The part of a style sheet that applies to HTML: rules whose classes it has, and all without classes.
 * @param rules of the sheet, in order
 * @param html whose `class` attributes count, quoted as React writes them
 */
export function stylesFor(rules: readonly StyleRule[], html: string): string {
  const names = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/)),
  );
  let css = "";
  let open: readonly string[] = [];
  for (const rule of rules) {
    if (!rule.classes.some((needed) => needed.every((name) => names.has(name)))) continue;
    const common = open.findIndex((name, depth) => name !== rule.within[depth]);
    const shared = common < 0 ? open.length : common;
    css += "}".repeat(open.length - shared);
    for (const name of rule.within.slice(shared)) css += `${name}{`;
    open = rule.within;
    css += rule.css;
  }
  return css + "}".repeat(open.length);
}
