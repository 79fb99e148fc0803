import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { graphqlDocuments } from "../tools/graphql/plugin.ts";
import { routesManifest } from "../tools/graphql/routes-plugin.ts";
import { hlsFromSource } from "../tools/hls/plugin.ts";
import { offlineFiles } from "../tools/offline/plugin.ts";
import { messages } from "../tools/messages/plugin.ts";

const webRoot = import.meta.dirname;
const root = join(webRoot, "..");
const server = `http://localhost:${process.env["SERVER_PORT"] ?? 3000}`;

const entryChunks = /\/(index|rolldown-runtime|shell|libraries)-[^/]+$/;
/** Pages and parts for staff, and those that people open once or by a link from elsewhere, by the starts of their chunk names. */
const rarePageNames = [
  ..."studio first-admin invitation plans audit export edit-class staff failed-jobs questions coupons revenue".split(
    " ",
  ),
  ..."people person beat loops instructor-classes moderation funnel attribution experiments figures classes message series member royalties".split(
    " ",
  ),
  ..."terms legal coming-soon cancel withdraw not-me survey upload pay redeem subscription gift-cards remote downloads badge certificate landing onboarding course draft following song playlist settings post profile video inbox family".split(
    " ",
  ),
];
const rarePages = new RegExp(
  String.raw`/((${rarePageNames.join("|")})[\w-]*-page|badges-page|challenge-page|see-as-bar|adult-pin|forgot|reset|verify|sign-in-link)-[^/]+$`,
);

/**
 * Braintree's bundles look for a `require` that browsers don't have: the helper for it would be part of every page's first load.
 */
const withoutRequire = {
  name: "without-require",
  transform: {
    filter: { id: /\/braintree-web\/dist\/browser\// },
    handler: (code: string) => code.replaceAll(/"function"\s*==\s*typeof require\s*&&\s*require/g, "false"),
  },
};

const documents = () =>
  graphqlDocuments({
    webRoot,
    schemaPath: join(root, "contract/schema.graphql"),
    typesPath: join(webRoot, "graphql/introspection.d.ts"),
  });

const alias = [
  // React has this hook; lingui and base-ui import a copy for older versions.
  { find: /^use-sync-external-store\/shim$/, replacement: "react" },
  // Lucide's icons import this function by its relative path.
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(webRoot, "ui/create-icon.ts") },
];

/** Leaves out styles and everything that is imported lazily, which no first view renders. */
const withoutLateParts: Plugin = {
  name: "without-late-parts",
  enforce: "pre",
  resolveDynamicImport: () => ({ id: "not-in-a-first-view", external: true }),
  load: { filter: { id: /\.css$/ }, handler: () => ({ code: "", moduleType: "js" }) },
};

/** One module for the server, once per language, that renders first views. It needs no other file, so that an image holds no packages for it. */
const firstViews: UserConfig = {
  root: webRoot,
  plugins: [withoutLateParts, messages(), documents(), react()],
  resolve: { alias },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: {
    outDir: join(root, "dist/web/.meta/first-view"),
    emptyOutDir: true,
    copyPublicDir: false,
    target: "es2023",
    rolldownOptions: { output: { entryFileNames: "assets/[name].js", codeSplitting: false } },
  },
};

const pages: UserConfig = {
  root: webRoot,
  plugins: [
    withoutRequire,
    hlsFromSource(root),
    messages(),
    documents(),
    react(),
    tailwindcss(),
    routesManifest(webRoot),
    offlineFiles(),
  ],
  resolve: { alias },
  build: {
    outDir: join(root, "dist/web"),
    emptyOutDir: true,
    target: "es2023",
    // Tailwind requires Chrome 111 and Safari 16.4. Without targets, each color gets a fallback for browsers without `lab()`.
    cssTarget: ["chrome111", "safari16.4", "ios16.4", "firefox115"],
    modulePreload: {
      polyfill: false,
      // The lists of chunks are part of the first load. The entry's own chunks are here already. Rare pages wait for one more
      // round trip, so that not everyone loads their lists. Style sheets are always listed.
      resolveDependencies: (page, chunks) =>
        chunks.filter(
          (chunk) => chunk.endsWith(".css") || !(entryChunks.test(chunk) || rarePages.test(page)),
        ),
    },
    assetsInlineLimit: 0,
    // Code that every page needs is in few chunks: many small ones compress worse. Library chunks stay cached across releases.
    rolldownOptions: {
      output: {
        // The shortest hash that rolldown allows: the names of all chunks are part of the first load.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            { name: "hls", test: /\/hls\.js\/src\// },
            { name: "libraries", test: /node_modules|rolldown\/runtime/, tags: ["$initial"] },
            // Matches in any project folder, including one named `web`.
            {
              name: "shell",
              test: (id) =>
                id.startsWith(`${webRoot}/`) && !/^\/(main\.tsx|index\.html)/.test(id.slice(webRoot.length)),
              tags: ["$initial"],
            },
            // Nearly every page uses these; separate chunks would have a few hundred bytes each.
            {
              name: "parts",
              test: /\/web\/(ui\/(eight|class-names|state|icon|button|picture)|layouts\/(awaited-page|query-error)|lib\/(formats|start-state)|graphql\/(cache|codes|invalidate))\.tsx?$|\/icons\/chevron-(left|right)\./,
            },
            // Every page with cards of classes uses these.
            {
              name: "class-card",
              test: /\/web\/features\/catalog\/public\/(class-(byline|card)|instructor-face|labels)\.tsx?$|\/icons\/lock\./,
            },
            // Small modules that several lazily loaded files of the player import, and some rare pages. Every page's HTML names the
            // chunks that the player needs at its start. Their own imports aren't moved: other pages need only some of them.
            {
              name: "player-icons",
              includeDependenciesRecursively: false,
              test: /\/icons\/(arrow-left|minus|picture-in-picture-2|plus|settings|undo-2)\./,
            },
            {
              name: "player-start",
              includeDependenciesRecursively: false,
              test: /\/web\/(features\/player\/engine\/engine|ui\/left-pictures)\.ts$/,
            },
            {
              name: "player-shared",
              includeDependenciesRecursively: false,
              test: /\/web\/features\/player\/(commands\/(commands|keys)|engine\/(angle-view|drift|phrases|player-state)|rooms\/lead|controls\/(use-announcements|use-framing))\.tsx?$|\/contract\/player-commands\.ts$/,
            },
          ],
        },
      },
    },
    // hls.js is large, and loaded with the player only.
    chunkSizeWarningLimit: 900,
  },
  // web/graphql/*.ts are modules of the web app, so the endpoint is matched exactly.
  server: {
    proxy: Object.fromEntries(
      "^/graphql(/stream)?$ /api /media /pictures /photos /me/photo /exports /mailbox /dev/mails /v1 /ip-location /manifest.webmanifest"
        .split(" ")
        // The server must see the page's host: it accepts sign-ins from that origin only.
        .map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? firstViews : pages));
