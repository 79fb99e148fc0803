/** Launch options for end-to-end tests and benchmarks: the system's Chromium, with autoplay and with network access to loopback only. */
import { findChromium, findHeadlessShell } from "./bootstrap/programs.mjs";

/** Features of the browser UI and of Chromium's own services that use CPU and have no effect on pages. */
const needless = [
  // Two more pages per window: address bar suggestions that are never shown.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // A later list of features replaces Playwright's own, of which these are needed here.
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
];

interface LaunchOptions {
  executablePath?: string;
  args: string[];
}

/** Options for Playwright's `launch`, with `more` flags. */
export const chromiumOptions = (...more: readonly string[]): LaunchOptions => optionsOf(findChromium(), more);

/**
 * The same for the browser without a user interface, which needs a quarter less processor time. It has no push messages, and
 * no permission prompts for cameras.
 */
export const headlessShellOptions = (...more: readonly string[]): LaunchOptions =>
  optionsOf(findHeadlessShell(), more);

function optionsOf(executablePath: string | undefined, more: readonly string[]): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--autoplay-policy=no-user-gesture-required",
      `--disable-features=${needless.join(",")}`,
      ...more,
    ],
  };
}
