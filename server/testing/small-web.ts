import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { BuiltRoute } from "../../contract/boot.ts";
import { patterns } from "../../contract/urls.ts";

/** Queries that every page sends, and one with a variable from the path. */
const documents = {
  Config: "query Config { configs { __typename } }",
  GetMeProfile: "query GetMeProfile { me { id } }",
  OfPath: "query OfPath($value: ID!) { studioClass(id: $value) { id } }",
};

/**
 * Writes a web build without scripts, with one stylesheet, that has every page's path, for tests of server-side pages.
 * @param firstView code of a module that renders the home page's first view, from the data of `Config`
 * @param own documents and assets, by name, that other builds don't have
 * @returns its folder
 */
export async function buildSmallWeb(
  firstView?: string,
  own: { readonly documents?: Record<string, string>; readonly assets?: Record<string, string> } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-web-"));
  await mkdir(join(folder, ".meta"));
  const write = (name: string, value: object) => writeFile(join(folder, name), JSON.stringify(value));
  await writeFile(
    join(folder, "index.html"),
    '<!doctype html><html lang="en" data-theme="system" data-text-size="100"><head><title></title><!--preloads--><!--meta--><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="stylesheet" crossorigin href="/assets/shell-1a2b.css"></head><body><div id="root"><!--loader--><span>Loading</span><!--/loader--></div><noscript><p>This site plays its classes with JavaScript. Please allow it here.</p></noscript><!--boot--></body></html>',
  );
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/shell-1a2b.css"), "main{color:#100a0e}");
  for (const [name, content] of Object.entries(own.assets ?? {})) {
    await writeFile(join(folder, "assets", name), content);
    await writeFile(join(folder, "assets", `${name}.br`), brotliCompressSync(content));
  }
  const routes = Object.values<string>(patterns).map((path): BuiltRoute => {
    const [, param] = path.split("$");
    const firstQuery = param ? { operationName: "OfPath", variables: { value: { param } } } : null;
    const isHome = path === patterns.dashboard && firstView !== undefined;
    return {
      path,
      scripts: [],
      styles: [],
      parts: [],
      firstQuery,
      firstView: isHome ? { operationName: "Config", variables: {} } : null,
    };
  });
  await write(".meta/locales.json", {});
  const rule = (css: string, classes: string[][], ...within: string[]) => ({ css, classes, within });
  await write(".meta/style-rules.json", {
    "/assets/shell-1a2b.css": [
      rule("main{color:#100a0e}", [[]], "@layer base"),
      rule(".first{color:black}", [["first"]], "@layer base", "@media print"),
      rule(".first .other{color:red}", [["first", "other"]], "@layer base"),
      rule(".first,.other{margin:0}", [["first"], ["other"]]),
    ],
  });
  if (firstView !== undefined) {
    await mkdir(join(folder, ".meta/first-view/assets"), { recursive: true });
    await writeFile(join(folder, ".meta/first-view/assets/first-view.js"), firstView);
  }
  await write(".meta/routes.json", { entry: { script: "", scripts: [], styles: [] }, routes });
  await write(
    ".meta/trusted-documents.json",
    Object.fromEntries(
      Object.entries({ ...documents, ...own.documents }).map(([name, body]) => [
        createHash("sha256").update(body).digest("hex"),
        { name, body },
      ]),
    ),
  );
  return folder;
}
