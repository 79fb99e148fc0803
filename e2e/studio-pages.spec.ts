import { patterns, type PageName } from "../contract/urls.ts";
import { screens } from "../tools/look/screens.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, starting, test } from "./test.ts";

/** Their examples come from a list that is empty here. Their own journeys check them. */
const checkedElsewhere = ["/studio/people/", "/studio/messages/"];

/** The studio's pages and what visitors see before its opening, each with the address or link that leads to it. */
const pages = (Object.keys(patterns) as PageName[])
  .filter((name) => patterns[name].startsWith("/studio") || name === "comingSoon")
  .flatMap((name) => screens[name])
  .filter(({ link }) => link === undefined || !checkedElsewhere.includes(link));

test.use({ viewport: { width: 390, height: 844 } });

test("every page of the studio fits a phone and a desk, without accessibility violations", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  for (const { address, link } of pages) {
    await page.goto(address);
    if (link) {
      const first = page.locator(`main a[href*="${link}"]:not([href$="/new"])`).first();
      await page.goto((await first.getAttribute("href"))!);
    }
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator(`${starting}, .skeleton`)).toHaveCount(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(over, { message: `${page.url()} at ${width} px` }).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
  }
});
