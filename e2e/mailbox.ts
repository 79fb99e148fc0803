import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** The emails to an address about a subject, newest first. @returns their addresses in the mailbox */
export async function mailsTo(page: Page, to: string, subject: string): Promise<string[]> {
  const html = await (await page.request.get("/mailbox")).text();
  const mails = [...html.matchAll(/<a class="what" href="([^"]+)">([^<]*)<\/a><p class="who">to ([^,]+),/g)];
  return mails.filter(([, , about, address]) => about === subject && address === to).map(([, href]) => href!);
}

/** Waits for the newest email to an address. @returns its address in the mailbox */
export async function mailTo(page: Page, to: string, subject: string): Promise<string> {
  let href: string | undefined;
  await expect
    .poll(async () => (href = (await mailsTo(page, to, subject))[0]) !== undefined, { timeout: 60_000 })
    .toBe(true);
  return href!;
}

/** Waits for the newest email to an address. @returns the path of its link, with its token */
export async function linkInMail(page: Page, to: string, subject: string): Promise<string> {
  const href = await mailTo(page, to, subject);
  const text = await (await page.request.get(`${href}?part=text`)).text();
  const path = /https?:\/\/[^/\s]+(\/\S*#[\w-]{20,})/.exec(text)?.[1];
  if (!path) throw new Error("There is no link with a key in this mail.");
  return path;
}
