/**
 * Builds the web app into dist/web, unless its inputs are unchanged, so that a second start is fast. The build checks every
 * GraphQL document against contract/schema.graphql. It writes the server's manifests to dist/web/.meta. `--pseudo` adds the
 * pseudo-locales, for journeys and for looking at them.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import type { BuiltStyles, BuiltWeb } from "../contract/boot.ts";
import { styleRulesOf } from "./styles/rules.ts";

const root = join(import.meta.dirname, "..");
const stampFile = join(root, "dist/web.sha256");

const inputs = [
  "web/**/*.{ts,tsx,js,css,html,svg,json,woff2,webmanifest}",
  "contract/**/*",
  "tools/graphql/**/*",
  "tools/messages/**/*",
  "messages/*.po",
  "tools/offline/**/*",
  "tools/fonts/**/*",
  "tools/styles/rules.ts",
  "tools/build.ts",
  "package-lock.json",
];
const hash = createHash("sha256");
for (const file of inputs.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
  const path = join(root, file);
  if (
    /^web\/gallery\/|\.(test|stories)\.tsx?$|introspection\.d\.ts$/.test(file) ||
    !/\.[a-z0-9]+$/.test(file)
  )
    continue;
  hash.update(file).update(readFileSync(path));
}
const isPseudo = process.argv.includes("--pseudo");
const plain = hash.digest("hex");
const whole = `${plain} pseudo`;
const digest = isPseudo ? whole : plain;
const built = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : null;

const isCurrent =
  existsSync(join(root, "dist/web/.meta/style-rules.json")) &&
  // The pseudo-locales are no reason to build again without them.
  (built === digest || built === whole);
if (!isCurrent || process.argv.includes("--force")) {
  rmSync(stampFile, { force: true });
  if (isPseudo) process.env["PSEUDO_LOCALES"] = "1";
  const configFile = join(root, "web/vite.config.ts");
  await build({ configFile, logLevel: "warn" });
  await build({ configFile, logLevel: "warn", build: { ssr: join(root, "web/app/first-view.tsx") } });
  writeStyleRules(join(root, "dist/web"));
  await compress(join(root, "dist/web"));
  writeFileSync(stampFile, digest);
}

/** Writes the rules of the style sheets of all pages with a first view, which the server puts into their HTML. */
function writeStyleRules(folder: string): void {
  const { entry, routes } = JSON.parse(readFileSync(join(folder, ".meta/routes.json"), "utf8")) as BuiltWeb;
  const sheets = [entry, ...routes.filter(({ firstView }) => firstView)].flatMap(({ styles }) => styles);
  const rules: BuiltStyles = Object.fromEntries(
    sheets.map((sheet) => [sheet, styleRulesOf(readFileSync(join(folder, sheet), "utf8"))]),
  );
  writeFileSync(join(folder, ".meta/style-rules.json"), JSON.stringify(rules));
}

/** Writes the brotli and gzip variants of each text file, so that no request waits for compression. */
async function compress(folder: string): Promise<void> {
  await Promise.all(
    globSync("**/*.{js,css,svg,json,webmanifest,txt}", { cwd: folder, exclude: [".meta/**"] }).map(
      async (file) => {
        const path = join(folder, file);
        const content = readFileSync(path);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }));
        writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      },
    ),
  );
}
