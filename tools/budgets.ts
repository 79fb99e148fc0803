/**
 * Checks the first-load size of each route in every language, and what works offline, in gzip bytes: scripts, style sheets and fonts.
 * Also that no chunks import each other: groups of modules in web/vite.config.ts may close a cycle that the sources don't have.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BuiltWeb } from "../contract/boot.ts";
import { findCycles, importsOf } from "./boundaries/imports.ts";
import { translated } from "./messages/catalogs.ts";

const dist = join(import.meta.dirname, "../dist/web");
/** Kilobytes of 1,024 bytes. */
const limits = { scripts: 100, styles: 15, fonts: 60, scriptFont: 20, offline: 800 } as const;

const readMeta = (file: string): unknown => JSON.parse(readFileSync(join(dist, ".meta", file), "utf8"));
const web = readMeta("routes.json") as BuiltWeb;
/** Folders of the scripts in other languages than English, by language. */
const scriptFolders = readMeta("locales.json") as Readonly<Record<string, string>>;
const folders = [null, ...translated.map((locale) => scriptFolders[locale]!)];

/** A file of a language, or the common one if it has no text. */
function fileOf(file: string, folder: string | null): string {
  const own = folder && join(dist, file.replace("/assets/", `/${folder}/`));
  return own && existsSync(own) ? own : join(dist, file);
}

const sizes = new Map<string, number>();
function gzipSize(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** Size of files in the language that needs most. */
const kilobytes = (files: readonly string[]): number =>
  Math.max(...folders.map((folder) => files.reduce((sum, file) => sum + gzipSize(fileOf(file, folder)), 0))) /
  1024;

let failed = false;
const check = (what: string, size: number, limit: number): void => {
  const over = size > limit;
  failed ||= over;
  process.stdout.write(
    `${over ? "OVER " : "     "}${what.padEnd(40)} ${size.toFixed(1).padStart(7)} KB of ${limit}\n`,
  );
};
for (const route of web.routes) {
  check(`${route.path} scripts`, kilobytes([...web.entry.scripts, ...route.scripts]), limits.scripts);
  check(`${route.path} styles`, kilobytes([...web.entry.styles, ...route.styles]), limits.styles);
}
const fonts = readdirSync(join(dist, "assets"))
  .filter((file) => file.endsWith(".woff2"))
  .map((file) => ({ file, size: readFileSync(join(dist, "assets", file)).length / 1024 }));
/** Fonts of a single script, named `family.script-hash.woff2`, load when a page has one of its characters. */
const isOfScript = ({ file }: { file: string }): boolean => file.replace(/\.woff2$/, "").includes(".");
check(
  "fonts of every page",
  fonts.filter((font) => !isOfScript(font)).reduce((sum, { size }) => sum + size, 0),
  limits.fonts,
);
for (const { file, size } of fonts.filter(isOfScript)) check(`font ${file}`, size, limits.scriptFont);
// Every visitor's browser stores these after the first page.
const offlineFiles = JSON.parse(readFileSync(join(dist, "offline-files.json"), "utf8")) as string[];
check("files for offline pages", kilobytes(offlineFiles), limits.offline);
const assets = join(dist, "assets");
const chunks = readdirSync(assets).filter((file) => file.endsWith(".js"));
for (const cycle of findCycles(new Map(chunks.map((file) => [file, importsOf(assets, file)])))) {
  failed = true;
  process.stdout.write(`CYCLE ${cycle.join(", ")}\n`);
}
process.exit(failed ? 1 : 0);
