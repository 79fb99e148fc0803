/** Checks the first-load size of each route, in gzip bytes: scripts, style sheets and fonts. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BuiltWeb } from "../contract/boot.ts";

const dist = join(import.meta.dirname, "../dist/web");
/** Kilobytes of 1,024 bytes. */
const limits = { scripts: 100, styles: 15, fonts: 60 } as const;

const web = JSON.parse(readFileSync(join(dist, ".meta/routes.json"), "utf8")) as BuiltWeb;
const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024;
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
check(
  "fonts",
  readdirSync(join(dist, "assets"))
    .filter((file) => file.endsWith(".woff2"))
    .reduce((sum, file) => sum + readFileSync(join(dist, "assets", file)).length, 0) / 1024,
  limits.fonts,
);
process.exit(failed ? 1 : 0);
