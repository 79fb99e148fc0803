import { expect, expectAccessible, test } from "./test.ts";

test("says that the video plays in its own window, and brings it back", async ({ page }) => {
  await page.goto("/class/drag-the-left/play?t=10");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator(".cnt .num")).toHaveText(/^[1-8]$/);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0))
    .toBeGreaterThan(10);
  const isAway = () => page.evaluate(() => document.pictureInPictureElement !== null);
  await page.getByRole("button", { name: "Picture in picture" }).click();
  await expect(page.getByText("The video plays in its own window")).toBeVisible();
  await expect(page.locator(".cnt .num")).toBeVisible();
  expect(await isAway()).toBe(true);
  await expectAccessible(page);
  const back = page.getByRole("button", { name: "Bring it back" });
  // A pointer that moves brings the controls back, and the button moves with the picture.
  await back.hover();
  await expect(page.getByRole("button", { name: "Picture in picture" })).toBeVisible();
  await back.click();
  await expect(page.getByText("The video plays in its own window")).toHaveCount(0);
  expect(await isAway()).toBe(false);
});
