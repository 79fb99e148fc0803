import type { BootData } from "../../contract/boot.ts";
import { readChoice } from "../../contract/consent.ts";
import { textSizes, themes } from "../lib/settings.ts";

/**
 * Restores, for a page stored on the device, the settings that the server reads from cookies: appearance and
 * consent.
 */
export function restorePage(boot: BootData): void {
  const { dataset } = document.documentElement;
  const of = (name: string): string | undefined =>
    new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
  dataset.theme = themes.find((theme) => theme === of("theme")) ?? "system";
  dataset.textSize = String(textSizes.find((size) => String(size) === of("text-size")) ?? 100);
  // Without an answer consent is denied until the browser is online and can ask.
  boot.consent.choice = readChoice(document.cookie) ?? { analytics: false, advertising: false };
}
