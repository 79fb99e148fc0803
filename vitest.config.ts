import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { messages } from "./tools/messages/plugin.ts";

export default defineConfig({
  // What the web says is tested as the build says it.
  plugins: [messages()],
  // Node's own conditions: with Vite's "development" beside them our code and its libraries would load two copies of graphql.
  ssr: { resolve: { conditions: ["module", "node", "production"], externalConditions: ["node"] } },
  test: {
    include: ["{server,web,contract,demo,tools}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    // Most files wait for PostgreSQL, a program or a clock at times: two of them fill two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Real PostgreSQL, ffmpeg and Chromium on a slow machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
