import type { BootData } from "../../contract/boot.ts";

const nothing: BootData = {
  locale: "en",
  release: import.meta.env.VITE_RELEASE ?? "dev",
  collector: null,
  consent: { regime: "opt_in", countryCode: null, refusedByBrowser: false, choice: null },
  accessToken: null,
  ipLocation: null,
  results: [],
};

/** Boot data that the server wrote into the HTML; empty under Vite's dev server. */
export function readBoot(): BootData {
  const text = document.getElementById("boot")?.textContent;
  return text ? { ...nothing, ...(JSON.parse(text) as Partial<BootData>) } : nothing;
}
