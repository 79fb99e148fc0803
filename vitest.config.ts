import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { messages } from "./tools/messages/plugin.ts";

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
      { extends: true, test: { name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
    pool: "forks",
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
