import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";
import type { Page } from "@playwright/test";

/** A page that must not say anything on its console, nor be refused anything. */
export const test = base.extend<{
  quiet: void;
  refusals: readonly string[];
  isAskedForConsent: boolean;
  isQuiet: boolean;
}>({
  /** False where a journey makes the browser complain on purpose. */
  isQuiet: [true, { option: true }],
  /** Refusals that a journey is about: status and path, as `400 /api/auth/sign-up/email`, or a text of the browser's own. */
  refusals: [[], { option: true }],
  // Whoever the journey is about has answered the question about consent before, unless it is about that question.
  isAskedForConsent: [false, { option: true }],
  context: async ({ context, baseURL, isAskedForConsent }, use) => {
    if (!isAskedForConsent) await context.addCookies([{ name: "consent", value: "1.00", url: baseURL! }]);
    await use(context);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(process.env["EIGHTCOUNT_E2E_URL"] ?? ""),
  // Journeys come from addresses of their own, so that the limits per address don't meet them.
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, use) =>
    use({
      "x-forwarded-for": `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:${Math.floor(Math.random() * 0xffff).toString(16)}::1`,
    }),
  quiet: [
    async ({ page, refusals, isQuiet }, use) => {
      const said: string[] = [];
      const isExpected = (text: string) =>
        text.includes("status of 404") ||
        refusals.some(
          (refusal) => text.endsWith(refusal) || text.includes(`status of ${refusal.split(" ")[0]}`),
        );
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) said.push(message.text());
      });
      page.on("pageerror", (error) => said.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document")
          said.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
      await use();
      // What is still on its way is nobody's once the journey is over.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      if (!isQuiet) return;
      expect(said.filter((text) => !isExpected(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** No violation of WCAG 2.2 AA that a machine can find, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["room", "daylight"]) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute("data-theme", name);
      // Colours on their way from one theme to the other are nobody's. What is within a closed part of the page may never end.
      const passing = () =>
        document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      while (passing()) await new Promise(requestAnimationFrame);
    }, theme);
    // What holds isn't looked up element by element.
    const look = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
    // Only colours differ from one theme to the other.
    if (theme === "room") look.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
    else look.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await look
      // The product's own specification fixes the viewport's largest scale; a text size of up to 200 % stands in settings.
      .disableRules(["meta-viewport"])
      // Without frames of other origins there is nothing to put together in a page of its own, which would cost more than the look itself.
      .setLegacyMode(page.frames().length === 1)
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      ),
    ).toEqual([]);
  }
}

export { expect };
