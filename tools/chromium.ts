/** How journeys and benches start the browser: the system's Chromium, which plays without a gesture and speaks to loopback alone. */
import { findChromium } from "./bootstrap/programs.mjs";

/** Features of the window around the page, or of Chromium's own services, that cost processor and change nothing that a page sees. */
const needless = [
  // Two more pages, loaded for each window: suggestions of an address bar that nobody sees.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // A later list of features replaces Playwright's own, of which these matter here.
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
