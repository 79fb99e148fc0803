import type { Page } from "@playwright/test";
import { dominantColor } from "./player-page.ts";
import { expect, test } from "./test.ts";

const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);
/** The playing elements, and the number of media elements. */
const elements = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLMediaElement>("video, audio")];
    return {
      playing: all.filter(({ paused }) => !paused).length,
      videos: all.filter((one) => one.tagName === "VIDEO").length,
    };
  });
/** The color of the shown video's frame. */
const seenColor = async (page: Page) => {
  const pixel = await page.evaluate(() => {
    const context = new OffscreenCanvas(16, 16).getContext("2d")!;
    context.drawImage(document.querySelector<HTMLVideoElement>("video[data-shown]")!, 0, 0, 16, 16);
    const [red = 0, , blue = 0] = context.getImageData(8, 2, 1, 1).data;
    return { red, blue };
  });
  return dominantColor(pixel);
};
/** Waits for a loop from B back to A. @returns the last and the next position */
const turn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ from: number; to: number }>((resolve) => {
        let from = document.querySelector<HTMLVideoElement>("video[data-shown]")!.currentTime;
        const look = () => {
          const to = document.querySelector<HTMLVideoElement>("video[data-shown]")!.currentTime;
          if (to < from - 1) resolve({ from, to });
          else {
            from = to;
            requestAnimationFrame(look);
          }
        };
        look();
      }),
  );

/** Two behaviors of browsers that play only one element. */
const browsers = {
  "refuses a second element": () => {
    const play = HTMLMediaElement.prototype.play;
    const known = new Set<HTMLMediaElement>();
    HTMLMediaElement.prototype.play = function () {
      known.add(this);
      return [...known].some((other) => other !== this && !other.paused)
        ? Promise.reject(new DOMException("One element plays at a time", "NotAllowedError"))
        : play.call(this);
    };
  },
  "pauses the first for a second": () => {
    const play = HTMLMediaElement.prototype.play;
    const known = new Set<HTMLMediaElement>();
    HTMLMediaElement.prototype.play = function () {
      known.add(this);
      for (const other of known) if (other !== this) other.pause();
      return play.call(this);
    };
  },
};

for (const [name, browser] of Object.entries(browsers))
  test(`loops, counts in and changes the angle in a browser that ${name}`, async ({ page }) => {
    await page.addInitScript(browser);
    await page.goto("/class/drag-the-left/play?part=2");
    await expect
      .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
      .toBeGreaterThanOrEqual(3);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => position(page)).toBeGreaterThan(21);
    await expect.poll(() => elements(page)).toEqual({ playing: 1, videos: 1 });

    // The part: from 60 s back to 20 s.
    await page.keyboard.press("r");
    await page.getByRole("slider", { name: "Position" }).fill("58");
    const part = await turn(page);
    expect(part.from).toBeGreaterThan(59.5);
    expect(part.to).toBeLessThan(21);

    // An eight by its two ends, with count-in: five seconds at 96 BPM.
    await page.getByRole("slider", { name: "Position" }).fill("25");
    await page.keyboard.press("[");
    await page.getByRole("slider", { name: "Position" }).fill("30");
    await page.keyboard.press("]");
    await page.evaluate(() => {
      const counted: string[] = [];
      Object.assign(window, { counted });
      const numeral = document.querySelector(".cnt .num")!;
      new MutationObserver(() => counted.push(numeral.textContent ?? "")).observe(numeral, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.keyboard.press("a");
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { counted: string[] }).counted.join("")))
      .toMatch(/567812345678/);
    const eight = await turn(page);
    expect(eight.from).toBeGreaterThan(29.5);
    expect(Math.abs(eight.to - 25)).toBeLessThan(0.5);

    // The other angle on the same element, at the same position, in the loop.
    expect(await seenColor(page)).toBe("blue");
    await page.keyboard.press("b");
    await expect.poll(() => seenColor(page)).toBe("red");
    expect(await position(page)).toBeGreaterThan(24.9);
    await turn(page);
    expect(await seenColor(page)).toBe("red");
    expect(await elements(page)).toEqual({ playing: 1, videos: 1 });
  });
