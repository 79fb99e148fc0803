import { shortClasses } from "./library.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("rates a class after it was danced, and changes the rating on its page", async ({ page }) => {
  const [slug] = shortClasses;
  // Not before it was danced.
  await page.goto(`/class/${slug}`);
  await expect(page.getByRole("heading", { name: "Class breakdown" })).toBeVisible();
  await expect(page.getByRole("region", { name: "How was it?" })).toHaveCount(0);

  await page.getByRole("link", { name: "Start class" }).first().click();
  const rating = page.getByRole("region", { name: "How was it?" });
  await rating.getByRole("button", { name: "Too easy" }).click({ timeout: 40_000 });
  // Nothing starts while the dancer rates.
  await expect(page.getByRole("link", { name: /^Up next in/ })).toHaveCount(0);
  await rating.getByRole("button", { name: "I’d dance it again" }).click();
  await expectAccessible(page);

  await page.goto(`/class/${slug}`);
  await expect(rating.getByRole("button", { name: "Too easy" })).toHaveAttribute("aria-pressed", "true");
  const heart = rating.getByRole("button", { name: "I’d dance it again" });
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await rating.getByRole("button", { name: "Right" }).click();
  await heart.click();
  await expect(rating.getByRole("button", { name: "Too easy" })).toHaveAttribute("aria-pressed", "false");
  await expectAccessible(page);
  await page.reload();
  await expect(rating.getByRole("button", { name: "Right" })).toHaveAttribute("aria-pressed", "true");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});
