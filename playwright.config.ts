import { defineConfig } from "@playwright/test";
import { chromiumOptions, headlessShellOptions } from "./tools/chromium.ts";

/** Journeys with push messages or a camera, which the browser without a user interface doesn't have. */
const needWholeBrowser = ["**/notifications.spec.ts", "**/player-camera.spec.ts", "**/uploads.spec.ts"];
/** Journeys whose pages move as most people see them: page transitions, previews that play by themselves, the player. */
const withMotion = [
  "catalog",
  "community",
  "first-*",
  "journeys",
  "landing",
  "onboarding",
  "player*",
  "transitions",
  "uploads",
].map((name) => `**/${name}.spec.ts`);
// A fake camera with a moving test pattern; access still depends on each test's permissions.
const camera = "--use-fake-device-for-media-stream";

/** End-to-end tests in a browser, against a whole server on its own database. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/server.ts",
  // Journeys wait for videos and emails at times: three of them use two cores fully.
  workers: 3,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [["list"], ["json"]],
  use: {
    // Traces cost a fifth of the total time: `npm run e2e -- --trace=retain-on-failure` keeps those of failures.
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "whole browser", testMatch: needWholeBrowser, use: { launchOptions: chromiumOptions(camera) } },
    {
      name: "journeys with motion",
      testMatch: withMotion,
      testIgnore: needWholeBrowser,
      use: { launchOptions: headlessShellOptions(camera) },
    },
    {
      name: "journeys",
      testIgnore: [...needWholeBrowser, ...withMotion],
      // Animations cost a tenth of the processor time.
      use: {
        launchOptions: headlessShellOptions(camera),
        contextOptions: { reducedMotion: "reduce" },
      },
    },
  ],
});
