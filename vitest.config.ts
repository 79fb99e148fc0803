import { availableParallelism } from "node:os";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { headlessShellOptions } from "./tools/chromium.ts";
import { graphqlDocuments } from "./tools/graphql/plugin.ts";
import { SlowFilesFirst } from "./tools/slow-files-first.ts";
import { messages } from "./tools/messages/plugin.ts";

const webRoot = join(import.meta.dirname, "web");

export default defineConfig({
  // The web's messages are compiled like in the build.
  plugins: [messages()],
  // Node's own conditions: with Vite's "development" our code and its libraries would load two copies of graphql.
  ssr: { resolve: { conditions: ["module", "node", "production"], externalConditions: ["node"] } },
  test: {
    exclude: ["**/node_modules/**", "**/dist/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["{server,contract,demo,tools}/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          // Loading the whole server for each file took as long as all tests. Each file restores what it changes in the process.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/*.component.test.tsx"],
        },
      },
      {
        extends: true,
        plugins: [
          graphqlDocuments({
            webRoot,
            schemaPath: join(webRoot, "../contract/schema.graphql"),
            typesPath: join(webRoot, "graphql/introspection.d.ts"),
          }),
          tailwindcss(),
        ],
        // Bundled before the first test, as a library that is discovered during a run reloads the page.
        optimizeDeps: {
          noDiscovery: true,
          include: [
            "@base-ui/react/autocomplete",
            "@base-ui/react/dialog",
            "@lingui/core",
            "@lingui/react",
            "@urql/core",
            "@urql/exchange-auth",
            "@urql/exchange-graphcache",
            "axe-core",
            "braintree-web/three-d-secure",
            "gql.tada",
            "lucide-react",
            "react",
            "react-dom",
            "react-dom/client",
            "react-hook-form",
            "react/jsx-dev-runtime",
            "urql",
            "vitest-browser-react",
            "wonka",
          ],
        },
        test: {
          name: "components",
          include: ["web/**/*.component.test.tsx"],
          setupFiles: ["web/gallery/test-setup.ts"],
          // One page for all files: a page of its own for each costs a second.
          isolate: false,
          fileParallelism: false,
          // After the others: a group runs with one number of workers.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: headlessShellOptions(
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost",
              ),
            }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 820, height: 900 },
            screenshotFailures: false,
          },
        },
      },
    ],
    pool: "forks",
    sequence: { sequencer: SlowFilesFirst },
    // Most files wait for PostgreSQL, a program or a timer at times: three of them use two cores fully.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Real PostgreSQL, ffmpeg and Chromium on a slow machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
