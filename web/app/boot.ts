import type { BootData } from "../../contract/boot.ts";
import { seeAsOfTab } from "../graphql/see-as.ts";
import { studio } from "../lib/studio.ts";

const nothing: BootData = {
  locale: "en",
  release: import.meta.env.VITE_RELEASE ?? "dev",
  collector: null,
  consent: { regime: "opt_in", countryCode: null, refusedByBrowser: false, choice: null },
  studio,
  accessToken: null,
  ipLocation: null,
  results: [],
};

/** Boot data that the server wrote into the HTML; empty under Vite's dev server. */
export function readBoot(): BootData {
  const text = document.getElementById("boot")?.textContent;
  const boot = text ? { ...nothing, ...(JSON.parse(text) as Partial<BootData>) } : nothing;
  Object.assign(studio, boot.studio);
  // The first view is for visitors, not for staff whose session has ended.
  if (seeAsOfTab() !== null) delete boot.firstView;
  return boot;
}
