/**
 * Subsets the two typefaces to what the web app shows: Latin with its common accents. The display face keeps one weight and width.
 * Run it after a font package changed. Its output is committed, so that no start waits for it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

async function subset(
  source: string,
  target: string,
  variationAxes: Record<string, number | { min: number; max: number }>,
): Promise<void> {
  const original = readFileSync(join(root, "node_modules/@fontsource-variable", source));
  const font = await subsetFont(original, String.fromCodePoint(...latin), {
    targetFormat: "woff2",
    variationAxes,
  });
  writeFileSync(join(root, "web/ui/fonts", target), font);
  process.stdout.write(`${target}: ${(font.length / 1024).toFixed(1)} KB\n`);
}

await subset(
  "bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
  "bricolage-grotesque.woff2",
  { wght: 800, wdth: 75, opsz: 96 },
);
await subset("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", "instrument-sans.woff2", {
  wght: { min: 400, max: 700 },
});
