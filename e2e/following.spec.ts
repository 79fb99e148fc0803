import { expect, expectAccessible, expectFits, test } from "./test.ts";

test("follows an instructor and a style, lists both in the settings, and takes an unfollow back", async ({
  page,
}) => {
  await page.goto("/library?style=house");
  await expect(page.getByRole("button", { name: "Follow House" })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Follow House" }).click();
  await expect(page.getByRole("button", { name: "Following House" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/class/drag-the-left");
  await page.locator("main").getByRole("link", { name: /Ana/ }).first().click();
  const follow = page.getByRole("button", { name: /^Follow Demo/ });
  const label = (await follow.getAttribute("aria-label"))!;
  const name = label.replace("Follow ", "");
  await follow.click();
  await expect(page.getByRole("button", { name: `Following ${name}` })).toBeVisible();

  await page.goto("/account/following");
  const instructors = page.getByRole("region", { name: "Instructors" });
  await expect(instructors.getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await instructors.getByRole("button", { name: `Following ${name}` }).click();
  await expect(instructors).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(instructors.getByRole("link", { name })).toBeVisible();
  await page.getByRole("region", { name: "Styles" }).getByRole("link", { name: "House" }).click();
  await expect(page.getByRole("button", { name: "Following House" })).toBeVisible();
});
