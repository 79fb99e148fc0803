/** The Vite plugin that writes each route's files and first queries for the server, and leaves what only that reads out of the pages. */
import { globSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import type { Plugin, Rolldown } from "vite";
import type { BuiltFiles, BuiltRoute, BuiltWeb } from "../../contract/boot.ts";
import type { RouteDefinition } from "../../web/lib/route.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Writes `.meta/routes.json`, a `BuiltWeb`. `webRoot`: absolute path. */
export function routesManifest(webRoot: string): Plugin {
  return {
    name: "eightcount:routes",
    apply: "build",
    transform: {
      filter: { id: /\/features\/[^/]+\/routes\.ts$/ },
      handler: (code, id) => withoutServerProperties(id, code),
    },
    // After Vite has removed chunks that contained only a style sheet.
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === "chunk");
        const entry = chunks.find((chunk) => chunk.isEntry);
        if (!entry) throw new Error("The build has no entry");
        const entryFiles = filesOf([entry], bundle);
        const routes: BuiltRoute[] = [];
        for (const file of globSync(join(webRoot, "features/*/routes.ts"))) {
          const { routes: declared } = (await import(pathToFileURL(file).href)) as {
            routes: RouteDefinition[];
          };
          const chunkOf = (module: string): Chunk => {
            const chunk = chunks.find((found) => found.facadeModuleId === resolve(dirname(file), module));
            if (!chunk) throw new Error(`${file}: ${module} is in no chunk of its own`);
            return chunk;
          };
          for (const { path, page, firstQuery, firstView, parts = [] } of declared) {
            const module = /import\(\s*["'](.+?)["']\s*\)/.exec(page.toString())?.[1];
            if (!module)
              throw new Error(
                `${file}: the page of ${path} must be written as () => import('./pages/name.tsx')`,
              );
            const earlier = [entryFiles];
            const added = (chunksOf: readonly Chunk[]): BuiltFiles => {
              const files = earlier.reduce(without, filesOf(chunksOf, bundle));
              earlier.push(files);
              return files;
            };
            routes.push({
              path,
              ...added([chunkOf(module)]),
              parts: parts.map((group) => added(group.map(chunkOf))),
              firstQuery: firstQuery ?? null,
              firstView: firstView ?? null,
            });
          }
        }
        const built: BuiltWeb = { entry: { script: `/${entry.fileName}`, ...entryFiles }, routes };
        this.emitFile({
          type: "asset",
          fileName: ".meta/routes.json",
          source: JSON.stringify(built, null, 1),
        });
      },
    },
  };
}

/** The code of a `routes.ts` without what only the server reads: the table of routes is part of every page's first load. */
function withoutServerProperties(file: string, code: string): string {
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    Property: ({ key, start, end }) => {
      const isOfServer = key.type === "Identifier" && ["firstQuery", "firstView", "parts"].includes(key.name);
      // One within another goes with it.
      if (isOfServer && start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
    },
  }).visit(parseSync(file, code).program);
  // From the end, so that earlier positions stay right; with the comma behind.
  return spans
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""), code);
}

const without = (files: BuiltFiles, others: BuiltFiles): BuiltFiles => ({
  scripts: files.scripts.filter((script) => !others.scripts.includes(script)),
  styles: files.styles.filter((style) => !others.styles.includes(style)),
});

/** Files of chunks and of all their static imports, as URLs below the origin. */
function filesOf(of: readonly Chunk[], bundle: Bundle): BuiltFiles {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<Chunk>();
  const add = (found: Chunk): void => {
    if (seen.has(found)) return;
    seen.add(found);
    // Vite keeps the style sheet of a chunk that contains only styles, and drops its script.
    if (!found.moduleIds.every((id) => id.endsWith(".css"))) scripts.add(`/${found.fileName}`);
    for (const style of found.viteMetadata?.importedCss ?? []) styles.add(`/${style}`);
    for (const name of found.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") add(imported);
    }
  };
  for (const chunk of of) add(chunk);
  return { scripts: [...scripts], styles: [...styles] };
}
