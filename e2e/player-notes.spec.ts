import { readFile } from "node:fs/promises";
import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const open = async (page: Page) => {
  await page.goto("/class/drag-the-left/play?t=10");
  await expect
    .poll(() =>
      page.evaluate(() => {
        const video = document.querySelector<HTMLVideoElement>("video[data-shown]");
        return video && video.readyState >= 3 ? Math.round(video.currentTime) : 0;
      }),
    )
    .toBe(10);
};
const lines = (page: Page) => page.locator(".note-lines path");

test("adds a note and a drawing at a time, shows them there, and exports them", async ({ page }) => {
  await open(page);
  await page.keyboard.press("n");
  const form = page.getByRole("form", { name: "Note at 0:10" });
  await form.getByRole("textbox").fill("Toes in, then drag");
  const frame = (await page.locator(".pl-v").boundingBox())!;
  const at = (x: number, y: number) => [frame.x + frame.width * x, frame.y + frame.height * y] as const;
  await page.mouse.move(...at(0.3, 0.6));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.8), { steps: 6 });
  await page.mouse.move(...at(0.7, 0.6), { steps: 6 });
  await page.mouse.up();
  await expect(lines(page)).toHaveCount(1);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  const drawn = await lines(page).getAttribute("d");
  // Mirroring mirrors the drawing with the video.
  await page.keyboard.press("m");
  await expect.poll(() => lines(page).getAttribute("d")).not.toBe(drawn);
  await page.keyboard.press("m");

  await open(page);
  const note = page.getByRole("button", { name: /Toes in, then drag/ });
  await note.click();
  await expect(page.locator(".note-now")).toHaveText("Toes in, then drag");
  await expect(lines(page)).toHaveAttribute("d", drawn!);
  // At other times nothing of it is shown.
  await page.getByRole("slider", { name: "Position" }).fill("40");
  await expect(page.locator(".note-now")).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export notes" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain(
    "# Drag the left\n\n## 0:10, Warm up, eight 3, count 1\n\nToes in, then drag\n\n![front](data:image/svg",
  );
  await page.getByRole("button", { name: "Edit note at 0:10" }).click();
  await form.getByRole("textbox").fill("Heel first");
  await form.getByRole("textbox").press("Control+Enter");
  await expect(page.getByRole("button", { name: /Heel first/ })).toBeVisible();
  await page.getByRole("button", { name: "Delete note at 0:10" }).click();
  await expect(page.getByRole("button", { name: /Heel first/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: /Heel first/ })).toBeVisible();
});
