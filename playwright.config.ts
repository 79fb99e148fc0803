import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./tools/chromium.ts";

/** Journeys through the browser, against a whole server on a database of its own. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/server.ts",
  // One server, two cores: a third saves a tenth of the time, and makes everything late.
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [["list"], ["json"]],
  use: {
    // A camera that shows a moving picture; asking for it is still up to each journey's permissions.
    launchOptions: chromiumOptions("--use-fake-device-for-media-stream"),
    // A trace of each action costs a fifth of the time of all: `npm run e2e -- --trace=retain-on-failure` keeps those of failures.
    screenshot: "only-on-failure",
  },
});
