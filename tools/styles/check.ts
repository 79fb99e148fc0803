/** Finds declarations of one side of the screen in stylesheets, which stay there where text runs from right to left. */

/** A declaration with a physical side, and the logical one that replaces it. */
export interface PhysicalSide {
  readonly line: number;
  readonly text: string;
  readonly use: string;
}

const logicalOf = { left: "start", right: "end" } as const;
type Side = keyof typeof logicalOf;

/** Centers by half of the width, which is the same from both sides. */
const isCentered = (value: string): boolean => value.trim() === "50%";

/** Declarations of a stylesheet that name left or right where a logical property exists. */
export function physicalSidesOf(css: string): PhysicalSide[] {
  const found: PhysicalSide[] = [];
  // Comments are blanked, so that lines keep their numbers.
  const code = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  for (const { 1: property = "", 2: value = "", index } of code.matchAll(
    /([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g,
  )) {
    const use = replacementOf(property, value);
    if (use)
      found.push({
        line: code.slice(0, index).split("\n").length,
        text: `${property}: ${value.trim()}`,
        use,
      });
  }
  return found;
}

function replacementOf(property: string, value: string): string | null {
  const box = /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-\w+)?$/.exec(property);
  if (box) return `${box[1]}-inline-${logicalOf[box[2] as Side]}${box[3] ?? ""}`;
  const corner = /^border-(top|bottom)-(left|right)-radius$/.exec(property);
  if (corner) return `border-${corner[1] === "top" ? "start" : "end"}-${logicalOf[corner[2] as Side]}-radius`;
  if (property === "left" || property === "right")
    return isCentered(value) ? null : `inset-inline-${logicalOf[property]}`;
  const side = /^(left|right)$/.exec(value.trim())?.[1] as Side | undefined;
  if (side && /^(text-align|float|clear)$/.test(property))
    return `${property}: ${property === "text-align" ? "" : "inline-"}${logicalOf[side]}`;
  // Four values of a box are the same from both sides if the second is the fourth.
  const sides = partsOf(value);
  if (/^(margin|padding|inset)$/.test(property) && sides.length === 4 && sides[1] !== sides[3])
    return `${property}-block and ${property}-inline`;
  if (/gradient\(to (?:left|right)\b/.test(value)) return "to var(--way)";
  return null;
}

/** The space-separated parts of a value; those of a function stay together. */
const partsOf = (value: string): string[] =>
  value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
