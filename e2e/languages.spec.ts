import { randomUUID } from "node:crypto";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Page } from "@playwright/test";
import { readTranslations } from "../tools/messages/catalogs.ts";
import { extractMessages } from "../tools/messages/extract.ts";
import { collectContent, overflowOf, textsOf } from "./content.ts";
import { linkInMail } from "./mailbox.ts";
import { expect, expectAccessible, test } from "./test.ts";

const messages = await extractMessages();

for (const { locale, tag, expires, friend } of [
  { locale: "es", tag: "es-ES", expires: "0533", friend: "Amigos o familia" },
  { locale: "de", tag: "de-DE", expires: "0633", friend: "Freunde oder Familie" },
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale: tag });
    const translations = readTranslations(locale);
    const say = (text: string, context?: string): string => {
      const found = translations.get(generateMessageId(text, context));
      if (found === undefined) throw new Error(`“${text}” isn't a message.`);
      return found;
    };
    /** English texts whose translation is another. Names and single words may be the same as content. */
    const english = new Set(
      messages
        .filter(({ id, message }) => !message.includes("{") && translations.get(id) !== message)
        .map(({ message }) => message),
    );
    /** Expects that a page shows no text of the interface in English, and is no wider than its window. */
    async function expectTranslated(page: Page, content: ReadonlySet<string>): Promise<void> {
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const left = (await textsOf(page)).filter((text) => english.has(text));
      expect(left.filter((text) => !content.has(text))).toEqual([]);
      expect(await overflowOf(page)).toBeLessThan(1);
    }

    test("sells a plan, registers, emails and plays without a word of English", async ({ page }) => {
      const content = collectContent(page);
      await page.goto("/class/class-3");
      await expectTranslated(page, content);
      await page.getByRole("link", { name: say("See plans") }).click();
      const card = page.frameLocator("iframe.card-frame");
      await card.getByLabel(say("Card number")).fill("4242424242424242");
      await card.getByLabel(say("Expires", "label of a card’s expiry date")).fill(expires);
      await card.getByLabel(say("Security code")).fill("123");
      await page.getByLabel(say("ZIP code")).fill("97201");
      await expectTranslated(page, content);
      await expectAccessible(page);
      await page.getByRole("button", { name: /119,00/ }).click();

      await expect(page.getByRole("heading", { name: say("Sign up"), level: 1 })).toBeVisible();
      await expectTranslated(page, content);
      const email = `${randomUUID()}@example.test`;
      await page.getByLabel(say("Name")).fill("Journey Jo");
      await page.getByLabel(say("Email")).fill(email);
      await page.getByLabel(say("Password"), { exact: true }).fill("tango on a tin roof");
      await page.getByRole("button", { name: say("Sign up") }).click();
      // The built-in answers are contents, with translations of their own.
      await page.getByText(friend).first().click();
      await expectTranslated(page, content);
      await page.getByRole("button", { name: say("Send") }).click();
      await expect(page).toHaveURL(/\/class\/class-3$/);

      for (const path of [
        "/dashboard",
        "/library",
        "/challenges",
        "/account/settings",
        "/account/subscription",
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expectTranslated(page, content);
      }

      await page.goto("/class/drag-the-left/play");
      await page.getByRole("button", { name: say("Play"), exact: true }).click();
      await expect
        .poll(() => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0))
        .toBeGreaterThan(1);
      await expectTranslated(page, content);

      await page.goto(await linkInMail(page, email, say("Confirm your email")));
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
    });
  });
