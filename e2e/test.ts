import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";
import type { Page, Response } from "@playwright/test";

/** The browser's hint about a font that a busy machine uses a few seconds after the page has loaded. */
const late = /was preloaded using link preload but not used within a few seconds/;

/** Fails a test on console messages and on refused requests. */
export const test = base.extend<{
  quiet: void;
  refusals: readonly string[];
  isAskedForConsent: boolean;
  hasServiceWorker: boolean;
  isQuiet: boolean;
}>({
  /** False if a journey causes console messages on purpose. */
  isQuiet: [true, { option: true }],
  /** Expected refusals: status and path, such as `400 /api/auth/sign-up/email`, or a text of the browser. */
  refusals: [[], { option: true }],
  // Consent was answered before, unless the journey is about consent.
  isAskedForConsent: [false, { option: true }],
  // Routes of a page don't see what a service worker requests, so only journeys about it have one.
  hasServiceWorker: [false, { option: true }],
  context: async ({ context, baseURL, isAskedForConsent, hasServiceWorker }, use) => {
    if (!hasServiceWorker)
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
    if (!isAskedForConsent) await context.addCookies([{ name: "consent", value: "2.00", url: baseURL! }]);
    await use(context);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(process.env["EIGHTCOUNT_E2E_URL"] ?? ""),
  // Each journey has its own IP address, so that rate limits per address don't apply.
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, use) =>
    use({
      "x-forwarded-for": `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:${Math.floor(Math.random() * 0xffff).toString(16)}::1`,
    }),
  quiet: [
    async ({ page, refusals, isQuiet }, use) => {
      const messages: string[] = [];
      // What a refused request asked and got: a report that says only its status leaves nothing to search for.
      const refused: Promise<string>[] = [];
      const isExpected = (text: string) =>
        text.includes("status of 404") ||
        refusals.some(
          (refusal) => text.endsWith(refusal) || text.includes(`status of ${refusal.split(" ")[0]}`),
        );
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !late.test(message.text()))
          messages.push(message.text());
      });
      page.on("pageerror", (error) => messages.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document")
          messages.push(`${response.status()} ${new URL(response.url()).pathname}`);
        if (response.status() >= 400 && new URL(response.url()).pathname === "/graphql")
          refused.push(describeRefusal(response));
      });
      await use();
      // Before the routes end: what a journey answers itself, the server doesn't have.
      const unexpected = messages.filter((text) => !isExpected(text));
      // Requests that are still open at the end of a journey are ignored.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      if (!isQuiet) return;
      const details = unexpected.length > 0 ? await Promise.all(refused) : [];
      expect(unexpected, details.join("\n")).toEqual([]);
    },
    { auto: true },
  ],
});

/** The request and the answer of a refusal, shortened. */
async function describeRefusal(response: Response): Promise<string> {
  const shorten = (text: string | null) => text?.slice(0, 2_000) ?? "";
  const answer = await response.text().catch((error: Error) => error.message);
  return `${shorten(response.request().postData())}\n→ ${shorten(answer)}`;
}

/** What a page has until it can be used: the loader, or a first view whose app hasn't started. */
export const starting = ".loader, [data-starting]";

/** Expects no WCAG 2.2 AA violation that axe can find, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["room", "daylight"]) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute("data-theme", name);
      // Waits for color transitions between the themes. Animations in closed parts of the page may never end.
      const passing = () =>
        document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      while (passing()) await new Promise(requestAnimationFrame);
    }, theme);
    // Passed rules aren't reported element by element.
    // A frame that is added after this isn't checked: axe would send it messages for the page's own origin.
    const hasFrames = page.frames().length > 1;
    const look = new AxeBuilder({ page }).options({ resultTypes: ["violations"], iframes: hasFrames });
    // Only colors differ between the themes.
    if (theme === "room") look.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
    else look.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await look
      // The specification fixes the viewport's maximum scale; settings allow a text size of up to 200 %.
      .disableRules(["meta-viewport"])
      // Without cross-origin frames, results needn't be merged in a separate page, which would cost more than the check itself.
      .setLegacyMode(!hasFrames)
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      ),
    ).toEqual([]);
  }
}

/** Expects that a page isn't wider than a phone's, a tablet's and a laptop's window. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, { message: `${page.url()} at ${width} px` }).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

export { expect };
