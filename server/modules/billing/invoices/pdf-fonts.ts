import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create } from "fontkit";
import type { Font } from "fontkit";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);

/**
 * Noto Sans in the scripts that people write their names in; Vazirmatn for Arabic, since Noto draws the dots of letters
 * apart from them, so that copied text would lose them. Each package splits its letters over files, and says in
 * unicode.json which file has which.
 */
const general = { name: "noto-sans", own: /./ };
const scripts = [
  { name: "vazirmatn", own: /^arabic$/, script: /\p{Script_Extensions=Arabic}/u },
  { name: "noto-sans-hebrew", own: /^hebrew$/, script: /\p{Script_Extensions=Hebrew}/u },
  { name: "noto-sans-thai", own: /^thai$/, script: /\p{Script_Extensions=Thai}/u },
  { name: "noto-sans-bengali", own: /^bengali$/, script: /\p{Script_Extensions=Bengali}/u },
  { name: "noto-sans-tamil", own: /^tamil$/, script: /\p{Script_Extensions=Tamil}/u },
  { name: "noto-sans-telugu", own: /^telugu$/, script: /\p{Script_Extensions=Telugu}/u },
  { name: "noto-sans-gujarati", own: /^gujarati$/, script: /\p{Script_Extensions=Gujarati}/u },
  { name: "noto-sans-gurmukhi", own: /^gurmukhi$/, script: /\p{Script_Extensions=Gurmukhi}/u },
  { name: "noto-sans-kannada", own: /^kannada$/, script: /\p{Script_Extensions=Kannada}/u },
  { name: "noto-sans-malayalam", own: /^malayalam$/, script: /\p{Script_Extensions=Malayalam}/u },
  { name: "noto-sans-sinhala", own: /^sinhala$/, script: /\p{Script_Extensions=Sinhala}/u },
  { name: "noto-sans-khmer", own: /^khmer$/, script: /\p{Script_Extensions=Khmer}/u },
  { name: "noto-sans-lao", own: /^lao$/, script: /\p{Script_Extensions=Lao}/u },
  { name: "noto-sans-myanmar", own: /^myanmar$/, script: /\p{Script_Extensions=Myanmar}/u },
  { name: "noto-sans-georgian", own: /^georgian$/, script: /\p{Script_Extensions=Georgian}/u },
  { name: "noto-sans-armenian", own: /^armenian$/, script: /\p{Script_Extensions=Armenian}/u },
  { name: "noto-sans-ethiopic", own: /^ethiopic$/, script: /\p{Script_Extensions=Ethiopic}/u },
];
const eastAsian =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\uff00-\uffef]/u;
const eastAsianPackages = {
  ja: { name: "noto-sans-jp", own: /^\d+$/ },
  ko: { name: "noto-sans-kr", own: /^\d+$/ },
  hans: { name: "noto-sans-sc", own: /^\d+$/ },
  hant: { name: "noto-sans-tc", own: /^\d+$/ },
};
type FontPackage = { readonly name: string; readonly own: RegExp };

const traditional = new Set(["TW", "HK", "MO"]);
/** Han characters look different in China, Taiwan, Japan and Korea: the text's own letters tell, else the country. */
function eastAsianOrder(text: string, country: string | null): readonly FontPackage[] {
  const first =
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || country === "JP"
      ? "ja"
      : /\p{Script=Hangul}/u.test(text) || country === "KR"
        ? "ko"
        : traditional.has(country ?? "")
          ? "hant"
          : "hans";
  return [eastAsianPackages[first], ...Object.values(eastAsianPackages)];
}

/** The files of a package that contain a character. */
const filesByCharacter = new Map<string, ReadonlyMap<number, readonly string[]>>();
function filesOf({ name, own }: FontPackage): ReadonlyMap<number, readonly string[]> {
  const known = filesByCharacter.get(name);
  if (known) return known;
  const list = resolve(`@fontsource-variable/${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(list, "utf8")) as Readonly<Record<string, string>>;
  const files = new Map<number, string[]>();
  for (const [key, text] of Object.entries(ranges)) {
    const part = key.replaceAll(/[[\]]/g, "");
    if (!own.test(part)) continue;
    const file = join(dirname(list), "files", `${name}-${part}-wght-normal.woff2`);
    for (const range of text.split(",")) {
      const [from, to = from] = range
        .replace("U+", "")
        .split("-")
        .map((end) => Number.parseInt(end, 16));
      for (let code = from!; code <= to!; code += 1) {
        const others = files.get(code);
        if (others) others.push(file);
        else files.set(code, [file]);
      }
    }
  }
  filesByCharacter.set(name, files);
  return files;
}

/** Chooses the font file of a group of characters that one shape shows; null if no font has all of them. */
export function fontFileFinder(text: string, country: string | null): (group: string) => string | null {
  const order = eastAsianOrder(text, country);
  return (group) => {
    const codes = [...group].map((character) => character.codePointAt(0)!);
    const packages = [
      general,
      ...scripts.filter(({ script }) => script.test(group)),
      ...(eastAsian.test(group) ? order : []),
    ];
    for (const each of packages) {
      const files = filesOf(each);
      const [first, ...rest] = codes.map((code) => files.get(code) ?? []);
      const file = first?.find((candidate) => rest.every((others) => others.includes(candidate)));
      if (file) return file;
    }
    return null;
  };
}

/** A font of a weight with only a text's glyphs, and what shapes them. */
export async function fontWith(file: string, weight: 400 | 700, text: string): Promise<Font> {
  const data = await subsetFont(await readFile(file), text, {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });
  const font = create(data);
  const layout = font.layout.bind(font);
  const turned = new WeakSet<object>();
  // Readers of a PDF turn right-to-left letters around one by one, those of a ligature too.
  font.layout = (run, features) => {
    const shaped = layout(run, features);
    if (shaped.direction === "rtl")
      for (const glyph of shaped.glyphs)
        if (!turned.has(glyph)) {
          turned.add(glyph);
          glyph.codePoints.reverse();
        }
    return shaped;
  };
  return font;
}
