import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { graphqlDocuments } from "../tools/graphql/plugin.ts";
import { routesManifest } from "../tools/graphql/routes-plugin.ts";
import { offlineFiles } from "../tools/offline/plugin.ts";
import { messages } from "../tools/messages/plugin.ts";

const webRoot = import.meta.dirname;
const root = join(webRoot, "..");
const server = `http://localhost:${process.env["SERVER_PORT"] ?? 3000}`;

export default defineConfig({
  root: webRoot,
  plugins: [
    messages(),
    graphqlDocuments({
      webRoot,
      schemaPath: join(root, "contract/schema.graphql"),
      typesPath: join(webRoot, "graphql/introspection.d.ts"),
      trustedModule: join(webRoot, "graphql/graphql.ts"),
    }),
    react(),
    tailwindcss(),
    routesManifest(webRoot),
    offlineFiles(),
  ],
  build: {
    outDir: join(root, "dist/web"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What every page needs comes in few files: many small ones compress worse. The libraries outlive a release.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "libraries", test: /node_modules|rolldown\/runtime/, tags: ["$initial"] },
            // Whatever folder the project lies in, a `web` of another name included.
            {
              name: "shell",
              test: (id) =>
                id.startsWith(`${webRoot}/`) && !/^\/(main\.tsx|index\.html)/.test(id.slice(webRoot.length)),
              tags: ["$initial"],
            },
            // Nearly every page has these: apart they would be files of a few hundred bytes each.
            {
              name: "parts",
              test: /\/web\/(ui\/(eight|class-names|state|icon|button|picture)|layouts\/(awaited-page|query-error)|lib\/formats)\.tsx?$|\/icons\/chevron-(left|right)\./,
            },
          ],
        },
      },
    },
    // The player's engine is large, and only ever loaded with the player.
    chunkSizeWarningLimit: 900,
  },
  // web/graphql/*.ts are modules of the web, so that the endpoint is matched as a whole.
  server: {
    proxy: Object.fromEntries(
      "^/graphql(/stream)?$ /api /media /pictures /photos /me/photo /exports /mailbox /v1 /ip-location"
        .split(" ")
        // The server must see the page's own host: it takes sign-ins from there alone.
        .map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
});
