import { expect, expectAccessible, starting, test } from "./test.ts";

const paths = [
  "/dashboard",
  "/library",
  "/class/drag-the-left",
  "/class/drag-the-left/play?t=24",
  "/plan",
  "/challenges",
  "/onboarding",
  "/account/settings",
  "/checkout",
];

for (const [device, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a tablet", { width: 820, height: 1180 }],
  ["a laptop", { width: 1440, height: 900 }],
] as const) {
  test.describe(`text at 200 % on ${device}`, () => {
    test.use({ viewport });

    test("causes no horizontal overflow, and keeps every page reachable", async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ name: "text-size", value: "200", url: baseURL! }]);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator(starting)).toHaveCount(0);
        await expect(page.locator(".skeleton")).toHaveCount(0);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
          .toBeLessThanOrEqual(viewport.width);
      }
      await page.goto("/dashboard");
      const main = page.getByRole("navigation", { name: "Main" });
      await expect(main).toHaveCount(1);
      await expect(main.getByRole("link", { name: "Challenges" })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("button", { name: /account|you/i }).first()).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
    });
  });
}
