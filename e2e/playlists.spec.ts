import { register } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";
import type { Page } from "@playwright/test";

const rows = (page: Page) => page.locator(".playlist-classes > li");
/** Adds a class from its page to a playlist, which is created if it doesn't exist. */
async function addFromPage(page: Page, slug: string, name: string): Promise<void> {
  await page.goto(`/class/${slug}`);
  await page.locator(".cls-words").getByRole("button", { name: "Add to playlist" }).click();
  const sheet = page.getByRole("dialog", { name: "Add to playlist" });
  await expect(sheet.getByRole("textbox", { name: "New playlist" })).toBeVisible();
  const known = sheet.getByRole("button", { name });
  if (await known.isVisible()) await known.click();
  else {
    await sheet.getByRole("textbox", { name: "New playlist" }).fill(name);
    await sheet.getByRole("button", { name: "Create" }).click();
  }
  await expect(known).toHaveAttribute("aria-pressed", "true");
  await sheet.getByRole("button", { name: "Close" }).click();
}

test("makes a playlist, orders it by keys and by dragging, and takes a removal back", async ({ page }) => {
  await page.goto("/playlists");
  await expect(page.getByRole("heading", { name: "No playlists yet" })).toBeVisible();
  await expectAccessible(page);
  for (const slug of ["drag-the-left", "class-32", "class-3"]) await addFromPage(page, slug, "For Friday");
  // From a card of the library, too.
  await page.goto("/library?q=Phrase+number+36");
  const card = page.locator("article.card").first();
  await card.hover();
  await card.getByRole("button", { name: /to a playlist$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "For Friday" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "For Friday" })).toContainText(
    "4 classes",
  );

  await page.goto("/playlists");
  await expect(page.getByRole("link", { name: /For Friday/ })).toBeVisible();
  await expectFits(page);
  await page.getByRole("link", { name: /For Friday/ }).click();
  const titles = () => rows(page).locator("a.strong").allTextContents();
  await expect(rows(page)).toHaveCount(4);
  expect((await titles())[0]).toBe("Drag the left");
  // A locked class is in the list, and says what it needs.
  await expect(rows(page).nth(2)).toContainText("Premium");
  await expectAccessible(page);
  await expectFits(page);

  const first = rows(page).first();
  await first.getByRole("button", { name: "Move down: Drag the left" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(rows(page).nth(2)).toContainText("Drag the left");
  await expect(page.getByRole("button", { name: "Move down: Drag the left" })).toBeFocused();
  await rows(page).nth(2).dragTo(rows(page).first());
  await expect(rows(page).first()).toContainText("Drag the left");
  const before = await titles();
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  expect(await titles()).toEqual(before);

  await rows(page)
    .nth(1)
    .getByRole("button", { name: /^Remove: / })
    .click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(4);
  expect(await titles()).toEqual(before);

  // The locked class is left out of the set.
  await page.getByRole("link", { name: "Start playlist" }).click();
  await expect(page).toHaveURL(/\/class\/drag-the-left\/play\?set=playlist-/);
  await expect(page.getByRole("button", { name: /^Class 1 of \d in this set$/ })).toBeAttached();
});

test("shares a playlist by a link that can be withdrawn, and deletes it", async ({
  page,
  browser,
  baseURL,
}) => {
  await register(page.context());
  await addFromPage(page, "drag-the-left", "Shared list");
  await page.goto("/playlists");
  await page.getByRole("link", { name: /Shared list/ }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  expect(link.startsWith(`${baseURL}/shared-playlist#`)).toBe(true);
  await expectAccessible(page);

  const other = await browser.newContext();
  await other.addCookies([{ name: "consent", value: "2.00", url: baseURL! }]);
  const guest = await other.newPage();
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Shared list" })).toBeVisible();
  await expect(guest.getByText("Shared by a dancer")).toBeVisible();
  await expect(rows(guest)).toHaveCount(1);
  await expect(guest.getByText("Demo Dancer")).toHaveCount(0);

  await page.getByRole("button", { name: "Withdraw link" }).click();
  await expect(page.getByText("Link withdrawn.")).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "Playlist not found" })).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Delete playlist" }).click();
  await page.getByRole("button", { name: "Delete playlist" }).click();
  await expect(page.getByRole("heading", { name: "No playlists yet" })).toBeVisible();
});
