/**
 * Subsets the two typefaces to what the web app shows: Latin with its common accents, which every page loads, and a file for
 * each further script, which a browser loads when a page has a letter of it. The display face keeps one weight and width.
 * Run it after a font package changed. Its output is committed, so that no start waits for it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "fontkit";
import subsetFont from "subset-font";

const root = join(import.meta.dirname, "../..");
const latin = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ...range(0x152, 0x153),
  0x178,
  0x2013,
  0x2014,
  0x2018,
  0x2019,
  0x201c,
  0x201d,
  0x2022,
  0x2026,
  0x20ac,
  0xd7,
  0x2212,
  0x202f,
];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_unused, index) => from + index);
}

type Axes = Record<string, number | { min: number; max: number }>;

/** Writes a subset into web/ui/fonts and returns the characters that it has. */
async function subset(source: string, target: string, codes: number[], axes: Axes): Promise<number[]> {
  const original = readFileSync(join(root, "node_modules/@fontsource-variable", source));
  const font = await subsetFont(original, String.fromCodePoint(...codes), {
    targetFormat: "woff2",
    variationAxes: axes,
  });
  writeFileSync(join(root, "web/ui/fonts", target), font);
  process.stdout.write(`${target}: ${(font.length / 1024).toFixed(1)} KB\n`);
  const { characterSet } = create(font);
  return characterSet.filter((code) => codes.includes(code)).toSorted((left, right) => left - right);
}

/** Characters as a value of unicode-range. */
function unicodeRange(codes: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const code of codes) {
    const last = parts.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else parts.push([code, code]);
  }
  return parts
    .map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`)
    .join(", ");
}

const display = { wght: 800, wdth: 62.5 };
const text = { wght: { min: 400, max: 700 } };
const brand = { display: { wght: 800, wdth: 75, opsz: 96 }, text };
await subset(
  "bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
  "bricolage-grotesque.woff2",
  latin,
  brand.display,
);
await subset(
  "instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  "instrument-sans.woff2",
  latin,
  brand.text,
);

const extended = [...range(0x100, 0x24f), ...range(0x1e00, 0x1eff)].filter((code) => !latin.includes(code));
/** The brand's faces have no Greek and Cyrillic, and its text face no Vietnamese: Noto Sans stands in for them. */
const parts = [
  { family: "Bricolage Grotesque", script: "latin-ext", of: "bricolage-grotesque", codes: extended },
  { family: "Bricolage Grotesque", script: "vietnamese", of: "bricolage-grotesque", codes: extended },
  { family: "Bricolage Grotesque", script: "greek", of: "noto-sans", codes: range(0x370, 0x3ff) },
  { family: "Bricolage Grotesque", script: "cyrillic", of: "noto-sans", codes: range(0x400, 0x4ff) },
  { family: "Bricolage Grotesque", script: "cyrillic-ext", of: "noto-sans", codes: range(0x48a, 0x4ff) },
  { family: "Instrument Sans", script: "latin-ext", of: "instrument-sans", codes: extended },
  { family: "Instrument Sans", script: "vietnamese", of: "noto-sans", codes: extended },
  { family: "Instrument Sans", script: "greek", of: "noto-sans", codes: range(0x370, 0x3ff) },
  { family: "Instrument Sans", script: "cyrillic", of: "noto-sans", codes: range(0x400, 0x4ff) },
  { family: "Instrument Sans", script: "cyrillic-ext", of: "noto-sans", codes: range(0x48a, 0x4ff) },
];
const taken = new Map<string, Set<number>>();
const rules: string[] = [];
for (const { family, script, of, codes } of parts) {
  const isText = family === "Instrument Sans";
  const file = `${family.toLowerCase().replace(" ", "-")}.${script}.woff2`;
  const known = taken.get(family) ?? new Set();
  taken.set(family, known);
  const found = await subset(
    `${of}/files/${of}-${script}-${isText ? "wght" : "standard"}-normal.woff2`,
    file,
    codes.filter((code) => !known.has(code)),
    isText ? text : of === "noto-sans" ? display : brand.display,
  );
  for (const code of found) known.add(code);
  rules.push(
    [
      "@font-face {",
      `  font-family: "${family}";`,
      `  src: url("./fonts/${file}") format("woff2");`,
      `  font-weight: ${isText ? "400 700" : "800"};`,
      ...(isText ? [] : ["  font-stretch: 75%;"]),
      "  font-display: swap;",
      // Noto Sans has larger letters than the brand's faces.
      ...(of === "noto-sans" ? [`  size-adjust: ${isText ? "96%" : "94%"};`] : []),
      `  unicode-range: ${unicodeRange(found)};`,
      "}",
    ].join("\n"),
  );
}
writeFileSync(
  join(root, "web/ui/script-fonts.css"),
  `/* Written by tools/fonts/subset.ts. A browser loads a file when a page has one of its characters. */\n${rules.join("\n")}\n`,
);
