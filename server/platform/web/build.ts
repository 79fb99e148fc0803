import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { BuiltRoute, BuiltStyles, BuiltWeb, RenderFirstView } from "../../../contract/boot.ts";
import { directionOf, locales, pseudoLocales, sourceLocale } from "../../../contract/locales.ts";
import type { Locale, PseudoLocale } from "../../../contract/locales.ts";
import { msg, translate } from "../i18n/messages.ts";
import { faultOf } from "../text.ts";

/** A file of the web build, with its compressed variants. */
export interface WebFile {
  readonly content: Buffer;
  readonly br: Buffer | null;
  readonly gz: Buffer | null;
  readonly type: string;
  readonly etag: string;
  /** The file name contains a hash of the content. */
  readonly isHashed: boolean;
}

export interface WebBuild {
  readonly files: ReadonlyMap<string, WebFile>;
  /** The page in each language, with that language’s scripts. */
  readonly html: Readonly<Record<Locale, string>> & Readonly<Partial<Record<PseudoLocale, string>>>;
  /** Folder of the scripts of each language but English, without slashes at its ends. */
  readonly scriptFolders: Readonly<Partial<Record<Locale | PseudoLocale, string>>>;
  readonly routes: BuiltWeb;
  readonly styleRules: BuiltStyles;
  /** Files of the modules that render first views. Of none, a page shows the loader. */
  readonly firstViews: Readonly<Partial<Record<Locale | PseudoLocale, string>>>;
  /** URLs of the fonts that every page preloads. */
  readonly fonts: readonly string[];
}

/** Texts of index.html, which shows before any script runs. */
export const pageTexts = [
  msg("Loading"),
  msg("This site plays its classes with JavaScript. Please allow it here."),
];

/** index.html in a language. */
const pageIn = (html: string, locale: Locale | PseudoLocale): string =>
  pageTexts.reduce(
    (page, text) => page.replace(`>${translate(text, sourceLocale)}<`, () => `>${translate(text, locale)}<`),
    html.replace('lang="en"', `lang="${locale}" dir="${directionOf(locale)}"`),
  );

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  woff2: "font/woff2",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json",
  txt: "text/plain; charset=utf-8",
};

/** Fonts of single scripts, such as `instrument-sans.greek-1a2b.woff2`, load when a page has one of their characters. */
const isPreloaded = (name: string): boolean => /\/[\w-]+\.woff2$/.test(name);

/** The ETag of a file, with quotes. */
export const etagOf = (content: Buffer): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Reads the web build into memory; null when there is none. */
export async function readWebBuild(folder: string): Promise<WebBuild | null> {
  let html: string;
  try {
    html = await readFile(join(folder, "index.html"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const routes = JSON.parse(await readFile(join(folder, ".meta/routes.json"), "utf8")) as BuiltWeb;
  const styleRules = JSON.parse(
    await readFile(join(folder, ".meta/style-rules.json"), "utf8"),
  ) as BuiltStyles;
  const scriptFolders = JSON.parse(
    await readFile(join(folder, ".meta/locales.json"), "utf8"),
  ) as WebBuild["scriptFolders"];
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const known = new Set(names);
  const files = new Map<string, WebFile>();
  await Promise.all(
    names.map(async (name) => {
      const ending = name.slice(name.lastIndexOf(".") + 1);
      if (name.startsWith(".meta") || name === "index.html" || ending === "br" || ending === "gz") return;
      const content = await readFile(join(folder, name));
      const form = (suffix: string) =>
        known.has(name + suffix) ? readFile(join(folder, name + suffix)) : null;
      files.set(`/${name}`, {
        content,
        br: await form(".br"),
        gz: await form(".gz"),
        type: types[ending] ?? "application/octet-stream",
        etag: etagOf(content),
        isHashed: name.startsWith("assets/"),
      });
    }),
  );
  return {
    files,
    html: Object.fromEntries(
      [...locales, ...pseudoLocales.filter((locale) => scriptFolders[locale])].map((locale) => [
        locale,
        pageIn(html, locale).replaceAll(
          /"(\/assets\/[^"]+\.js)"/g,
          (_all, file: string) => `"${scriptIn(scriptFolders, locale, file)}"`,
        ),
      ]),
    ) as WebBuild["html"],
    scriptFolders,
    routes,
    styleRules,
    firstViews: Object.fromEntries(
      [...locales, ...pseudoLocales]
        .map(
          (locale) =>
            [locale, `.meta/first-view/${scriptFolders[locale] ?? "assets"}/first-view.js`] as const,
        )
        .filter(([locale, file]) => known.has(file) && (locale === sourceLocale || scriptFolders[locale]))
        .map(([locale, file]) => [locale, join(folder, file)]),
    ),
    fonts: [...files.keys()].filter(isPreloaded).sort(),
  };
}

/** For each language, loads the module that renders first views, once. */
export const readFirstViews = (
  build: WebBuild,
): Partial<Record<Locale | PseudoLocale, () => Promise<RenderFirstView>>> =>
  Object.fromEntries(
    Object.entries(build.firstViews).map(([locale, file]) => {
      const load = async () => {
        const { renderFirstView } = (await import(pathToFileURL(file).href)) as {
          renderFirstView: RenderFirstView;
        };
        return renderFirstView;
      };
      let loading: Promise<RenderFirstView> | null = null;
      return [locale, () => (loading ??= load())];
    }),
  );

/** URL of a script in a language. */
export const scriptIn = (
  folders: WebBuild["scriptFolders"],
  locale: Locale | PseudoLocale,
  file: string,
): string => (folders[locale] ? file.replace(/^\/assets/, `/${folders[locale]}`) : file);

/** The route that matches a path, with its parameters. */
export function matchRoute(
  routes: readonly BuiltRoute[],
  path: string,
): { route: BuiltRoute; params: Record<string, string> } | null {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const pattern = route.path.split("/").filter(Boolean);
    if (pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((name, at) => {
      const part = parts[at] ?? "";
      const [before = "", parameter] = name.split("$");
      if (parameter === undefined) return name === part;
      if (!part.startsWith(before) || part === before) return false;
      try {
        params[parameter] = decodeURIComponent(part.slice(before.length));
        return faultOf(params[parameter]) === null;
      } catch {
        // A path with invalid escapes matches no route.
        return false;
      }
    });
    if (fits) return { route, params };
  }
  return null;
}
