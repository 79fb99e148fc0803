import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { messages } from "./tools/messages/plugin.ts";

export default defineConfig({
  // What the web says is tested as the build says it.
  plugins: [messages()],
  // Node's own conditions: with Vite's "development" beside them our code and its libraries would load two copies of graphql.
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
          // Loading the whole server anew for each file cost as much as all their tests. What a file changes of its process, it puts back.
          isolate: false,
        },
      },
      { extends: true, test: { name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
    ],
    pool: "forks",
    // Most files wait for PostgreSQL, a program or a clock at times: three of them fill two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Real PostgreSQL, ffmpeg and Chromium on a slow machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
