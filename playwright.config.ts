import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/bootstrap/programs.mjs";

const chromium = findChromium();

/** Journeys through the browser, against a whole server on a database of its own. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/server.ts",
  // One server and two cores: more at a time only wait for each other.
  workers: 3,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [["list"], ["json"]],
  use: {
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
        // A camera that shows a moving picture; asking for it is still up to each journey's permissions.
        "--use-fake-device-for-media-stream",
      ],
    },
    trace: "retain-on-failure",
  },
});
