/** Lists the build's files that work offline: the player and the main pages. */
import type { Plugin } from "vite";
import { faceCount, facePath } from "../../contract/faces.ts";

/** Path at which the list is served. */
const fileName = "offline-files.json";
const offlineModules = [
  "app/(stored-page|shell/(background-tasks|family-frame|late-parts))",
  "graphql/urql-client",
  "features/home/(pages/dashboard-page|components/(child-home|last-home|last-home-note))",
  "features/catalog/(pages/(class|instructor|library)-page|songs/songs?-page|components/child-library)",
  "features/challenges/pages/(badges|challenges)-page",
  "features/community/pages/feed-page",
  "features/courses/(pages/courses?-page|public/library-courses)",
  "features/notifications/pages/(inbox|settings)-page",
  "features/practice/pages/(plan|playlists?|saved)-page",
  "features/account/pages/settings-page",
  "features/player/(pages/(downloads|player)-page|public/(device-tasks|store-app))",
];
const offlinePages = new RegExp(`/web/(?:${offlineModules.join("|")})\\.tsx?$`);
/** Modules whose lazy imports are pages. */
const ofRouter = /\/routes\.ts$/;
const ofPlayer =
  /\/web\/features\/player\/(camera|cast|controls|downloads|engine|first-open|pages|rooms|set)\//;

type Chunk = {
  type: "chunk";
  fileName: string;
  imports: string[];
  dynamicImports: string[];
  moduleIds: string[];
  isEntry: boolean;
  viteMetadata?: { importedCss: Set<string> };
};

/** Emits a JSON list of absolute paths: the entry, the GraphQL client, the main pages with their lazy parts, and the portraits. */
export function offlineFiles(): Plugin {
  return {
    name: "eightcount:offline-files",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const seen = new Set<string>();
      const chunks = new Map<string, Chunk>();
      for (const output of Object.values(bundle)) {
        if (output.type === "chunk") chunks.set(output.fileName, output as unknown as Chunk);
        // Fonts that every page loads, separate style sheets, and workers of pages. The service worker stores fonts of
        // single scripts, which have a dot in their name, when a page loads them.
        else if (/\/[\w-]+\.woff2$|\.css$|worker-[^/]*\.js$/.test(output.fileName))
          files.add(output.fileName);
      }
      // A page fails without one of its lazy parts. Followed are those of these pages and of the player, of what they import, and of
      // the parts themselves, but not the pages that the router loads.
      const followed = new Set<string>();
      const visitParts = (name: string): void => {
        const chunk = chunks.get(name);
        if (!chunk || followed.has(name) || chunk.isEntry || chunk.moduleIds.some((id) => ofRouter.test(id)))
          return;
        followed.add(name);
        for (const next of chunk.dynamicImports) visit(next);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visitParts(next);
      };
      const visit = (name: string): void => {
        const chunk = chunks.get(name);
        if (!chunk || seen.has(name)) return;
        seen.add(name);
        // Vite keeps the style sheet of a chunk that contains only styles, and drops its script.
        if (!chunk.moduleIds.every((id) => id.endsWith(".css"))) files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        for (const next of chunk.imports) visit(next);
        if (chunk.moduleIds.some((id) => ofPlayer.test(id) || offlinePages.test(id))) visitParts(name);
      };
      for (const chunk of chunks.values())
        if (chunk.isEntry || chunk.moduleIds.some((id) => offlinePages.test(id))) visit(chunk.fileName);
      const faces = Array.from({ length: faceCount }, (_, index) => facePath(index + 1));
      const list = [...[...files].sort().map((file) => `/${file}`), ...faces];
      this.emitFile({ type: "asset", fileName, source: JSON.stringify(list) });
    },
  };
}
