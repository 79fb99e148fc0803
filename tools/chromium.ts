/** Launch options for end-to-end tests and benchmarks: the system's Chromium, with autoplay and with network access to loopback only. */
import { findChromium } from "./bootstrap/programs.mjs";

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

/** Options for Playwright's `launch`, with `more` flags. */
export function chromiumOptions(...more: readonly string[]): { executablePath?: string; args: string[] } {
  const executablePath = findChromium();
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
