import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("an admin finds the studio's pages by the account menu, each of which opens", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("link", { name: "Studio", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Studio" })).toBeFocused();
  await expectAccessible(page);
  const areas = page.getByRole("main").getByRole("listitem").getByRole("link");
  const names = await areas.locator(".strong").allInnerTexts();
  expect(names).toEqual([
    "Moderation",
    "Money",
    "Funnel",
    "Attribution",
    "Experiments",
    "Questions",
    "Classes",
    "Dead letters",
  ]);
  for (const [at, name] of names.entries()) {
    await areas.nth(at).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Studio" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Studio" })).toBeFocused();
  }
});

test("an editor finds a class, and what the studio sees of it", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes");
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("drag the left");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=drag/);
  await page.getByRole("link", { name: "Loops of Drag the left" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Where people loop" })).toBeVisible();
  await expectAccessible(page);
});

test("an admin has work that failed for good tried again", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/dead-letters");
  const row = page.getByRole("row", { name: /journeys\.nothing/ });
  await expect(row).toContainText("Nobody answered");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Try again: journeys.nothing" }).click();
  await expect(page.getByText("journeys.nothing is tried again")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Nothing failed. All work is done, or on its way.")).toBeVisible();
});

test("the studio isn't there for dancers, and no menu leads to it", async ({ page }) => {
  await page.goto("/studio");
  await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7, nothing" })).toBeVisible();
  await page.getByRole("button", { name: /Your account/ }).click();
  await expect(page.getByRole("link", { name: "Settings" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Studio", exact: true })).toHaveCount(0);
});
