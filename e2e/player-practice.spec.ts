import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const open = async (page: Page, search = "?part=2") => {
  await page.goto(`/class/drag-the-left/play${search}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);
/** Position of a loop's handle, as announced. */
const spoken = (page: Page, name: string) =>
  page.getByRole("slider", { name }).getAttribute("aria-valuetext");

test("moves the handles of a loop by drag, by eights and by keys", async ({ page }) => {
  await open(page);
  await page.keyboard.press("r");
  const end = page.getByRole("slider", { name: "Loop end" });
  await expect(end).toHaveAttribute("aria-valuetext", "eight 12, count 8");
  const box = (await end.boundingBox())!;
  const ruler = (await page.locator(".ruler").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // The ruler shows four eights.
  await page.mouse.move(box.x + box.width / 2 - ruler.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(end).toHaveAttribute("aria-valuetext", "eight 10, count 8");
  await end.press("ArrowLeft");
  await expect(end).toHaveAttribute("aria-valuetext", "eight 10, count 7");
  await end.press("Shift+ArrowLeft");
  await expect(end).toHaveAttribute("aria-valuetext", "eight 9, count 7");
  expect(await spoken(page, "Loop start")).toBe("eight 5, count 1");
});

test("counts in from five and enters the loop on the one", async ({ page }) => {
  await open(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
  // Records each displayed count, and the position of the class at the one.
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const numeral = document.querySelector(".cnt .num")!;
    new MutationObserver(() => {
      const video = document.querySelector<HTMLVideoElement>("video[data-shown]")!;
      heard.push(`${numeral.textContent}@${video.currentTime.toFixed(2)}`);
    }).observe(numeral, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press("a");
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(async () => (await heard()).map((entry) => entry[0]).join("")).toMatch(/5678123/);
  const one = (await heard()).find((entry, index, all) => entry[0] === "1" && all[index - 1]?.[0] === "8")!;
  // The one of part two is at 20 s; the count before it, or the next, would be half a second off.
  expect(Math.abs(Number(one.slice(2)) - 20)).toBeLessThan(0.4);
});

test("raises the tempo by a step after clean passes of a loop, unless it is held", async ({ page }) => {
  await open(page);
  await page.keyboard.press("r");
  const end = page.getByRole("slider", { name: "Loop end" });
  for (let eight = 12; eight > 5; eight--) await end.press("Shift+ArrowLeft");
  await expect(end).toHaveAttribute("aria-valuetext", "eight 5, count 8");
  for (let count = 8; count > 2; count--) await end.press("ArrowLeft");
  await page.getByRole("button", { name: "80", exact: true }).click();
  await expect(page.getByText("Tempo, 90 after 2 clean loops")).toBeAttached();
  await page.keyboard.press("k");
  // The controls are hidden during playback.
  await expect(page.getByRole("button", { name: "90", exact: true, includeHidden: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("g");
  await expect(page.getByText("Tempo locked at 90%")).toBeAttached();
  await page.keyboard.press("k");
  // The part keeps its tempo on this device.
  await open(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "90", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("sets practice preferences in one accessible panel", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Practice settings" }).click();
  const panel = page.getByRole("dialog", { name: "Practice settings" });
  await panel.getByRole("slider", { name: /Tempo/ }).fill("65");
  await expect(panel.getByText("Tempo, 65%")).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Last eight" }).click();
  await expect(page.getByRole("slider", { name: "Loop end" })).toHaveAttribute(
    "aria-valuetext",
    /eight [45], count 8/,
  );
  await page.keyboard.press("w");
  await expect(page.getByText(/^Count \d of eight, part [12], 65%$/)).toBeAttached();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("keeps controls in reach of the thumb, and the feet uncovered", async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Loop", exact: true }).tap();
    await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
    for (const name of ["Mirror", "Back one eight", "Play", "Forward one eight", "Loop"]) {
      const box = (await page.getByRole("button", { name, exact: true }).boundingBox())!;
      expect(box.y).toBeGreaterThan((844 * 2) / 3);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    const frame = (await page.locator(".pl-v").boundingBox())!;
    const dock = (await page.locator(".pl-dock").boundingBox())!;
    expect(frame.y + frame.height).toBeLessThanOrEqual(dock.y + 1);
    await page.getByRole("button", { name: "Parts" }).tap();
    await page.getByRole("button", { name: /Warm up/ }).tap();
    await expect.poll(() => position(page)).toBeLessThan(1);
    await expectAccessible(page);
  });
  test("fills most of the window with the dancer while dancing, from head to feet", async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(page.locator(".pl.is-idle")).toBeAttached();
    const shown = await page.locator(".pl-host").evaluate((element) => {
      const { left, right, top, bottom, height } = element.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      return { share: (width * height) / (innerWidth * innerHeight), top, bottom };
    });
    expect(shown.share).toBeGreaterThan(0.55);
    expect(shown.top).toBeGreaterThanOrEqual(0);
    expect(shown.bottom).toBeLessThanOrEqual(844);
  });
  test("skips an eight by a double tap on the right, and pauses by a tap", async ({ page }) => {
    await open(page);
    await Promise.all([page.touchscreen.tap(330, 250), page.touchscreen.tap(330, 250)]);
    await expect.poll(() => position(page)).toBeGreaterThan(24.9);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await expect.poll(() => position(page)).toBeGreaterThan(25.2);
    await page.touchscreen.tap(330, 250);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  });
});
