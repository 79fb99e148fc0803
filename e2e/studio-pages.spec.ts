import { patterns, type PageName } from "../contract/urls.ts";
import { screens } from "../tools/look/screens.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, starting, test } from "./test.ts";

/** Their examples come from a list that is empty here. Their own journeys check them. */
const checkedElsewhere: ReadonlySet<PageName> = new Set<PageName>(["studioPerson", "studioMessage"]);
/** Pages that no other journey checks with axe. */
const checkedHere: ReadonlySet<PageName> = new Set<PageName>([
  "comingSoon",
  "firstAdmin",
  "studioExport",
  "studioFigures",
  "studioLegal",
  "classFigures",
]);

/** The studio's pages and what visitors see before its opening, each with the address or link that leads to it. */
const pages = (Object.keys(patterns) as PageName[])
  .filter((name) => patterns[name].startsWith("/studio") || name === "comingSoon")
  .flatMap((name) => screens[name].map((screen) => ({ ...screen, name })))
  .filter(({ name, links }) => links.length === 0 || !checkedElsewhere.has(name));

test("every page of the studio fits a phone, a tablet and a desk, without accessibility violations", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  for (const { name, address, links } of pages) {
    await page.goto(address);
    for (const link of links)
      await page.goto((await page.locator(`main ${link}`).first().getAttribute("href"))!);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator(`${starting}, .skeleton`)).toHaveCount(0);
    await expectFits(page);
    if (checkedHere.has(name)) await expectAccessible(page);
  }
});
