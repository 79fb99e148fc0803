import type { BootData } from "../../contract/boot.ts";
import { readChoice } from "../../contract/consent.ts";
import { textSizes, themes } from "../lib/settings.ts";

/** Gives a page that was kept on the device what the server reads from cookies: the look, and the answer about consent. */
export function restorePage(boot: BootData): void {
  const { dataset } = document.documentElement;
  const of = (name: string): string | undefined =>
    new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
  dataset.theme = themes.find((theme) => theme === of("theme")) ?? "system";
  dataset.textSize = String(textSizes.find((size) => String(size) === of("text-size")) ?? 100);
  // Whoever hasn't answered is asked when there is a connection; until then it is no.
  boot.consent.choice = readChoice(document.cookie) ?? { analytics: false, advertising: false };
}
