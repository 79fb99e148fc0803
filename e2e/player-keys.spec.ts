import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

/** Fakes a connected gamepad that the test presses. */
const plugIn = (page: Page) =>
  page.addInitScript(() => {
    const pad = { index: 0, axes: [0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [null, pad as unknown as Gamepad, null, null];
  });
/** Presses a button for a few frames. */
const pressPad = (page: Page, button: number) =>
  page.evaluate(async (number) => {
    const held = (window as unknown as { pad: { buttons: { pressed: boolean }[] } }).pad.buttons[number]!;
    const frames = async () => {
      for (let left = 3; left > 0; left--) await new Promise(requestAnimationFrame);
    };
    await frames();
    held.pressed = true;
    await frames();
    held.pressed = false;
    await frames();
  }, button);
const open = async (page: Page) => {
  await page.goto("/class/drag-the-left/play?part=2");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);

test("controls the class by gamepad, and remaps its buttons", async ({ page }) => {
  await plugIn(page);
  await open(page);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeVisible();
  // The input tools load after the class.
  await expect(async () => {
    await pressPad(page, 2);
    await expect(page.getByRole("button", { name: "Mirror" })).toHaveAttribute("aria-pressed", "true", {
      timeout: 500,
    });
  }).toPass();
  await pressPad(page, 15);
  await expect.poll(() => position(page)).toBeGreaterThan(24.9);
  await pressPad(page, 4);
  await expect(page.getByText("Tempo, 95%")).toBeAttached();

  await page.goto("/account/settings#playback");
  const mirror = page.getByRole("button", { name: /^Mirror:/ });
  await expect(mirror).toHaveText(/M, Pad X/);
  await mirror.click();
  await expect(mirror).toHaveText(/Press a key/);
  await pressPad(page, 9);
  await expect(mirror).toHaveText(/M, Pad Start/);
  await expectAccessible(page);
});

test("maps the keys of a foot pedal to any command", async ({ page }) => {
  await page.goto("/account/settings#playback");
  const again = page.getByRole("button", { name: /^Restart with count-in:/ });
  await again.click();
  await page.keyboard.press("PageDown");
  await expect(again).toHaveText(/Page down/);
  await page.getByRole("button", { name: /^Play or pause:/ }).click();
  await page.keyboard.press("PageUp");
  await open(page);
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("button", { name: "Pause", exact: true, includeHidden: true })).toBeAttached();
  await expect.poll(() => position(page)).toBeGreaterThan(20.2);
  await page.keyboard.press("PageUp");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("controls the class by media keys and lock screen, and reports its position", async ({ page }) => {
  // Media session handlers are recorded, so that the test can call them.
  await page.addInitScript(() => {
    const { mediaSession } = navigator;
    const system = { handlers: {} as Record<string, unknown>, reported: null as unknown };
    const hand = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      system.handlers[action] = handler;
      hand(action, handler);
    };
    const report = mediaSession.setPositionState.bind(mediaSession);
    mediaSession.setPositionState = (state) => {
      system.reported = state;
      report(state);
    };
    Object.assign(window, { system });
  });
  const ask = (action: string, details = {}) =>
    page.evaluate(
      ([name, more]) =>
        (window as unknown as { system: { handlers: Record<string, (details: object) => void> } }).system
          .handlers[name]!(more),
      [action, details] as const,
    );
  const reported = () =>
    page.evaluate(() => ({
      ...(window as unknown as { system: { reported: MediaPositionState } }).system.reported,
      state: navigator.mediaSession.playbackState,
      title: navigator.mediaSession.metadata?.title,
      pictures: navigator.mediaSession.metadata?.artwork.length,
    }));
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect
    .poll(reported)
    .toMatchObject({ state: "playing", playbackRate: 1, title: "Drag the left", pictures: 1 });
  // A repeated play request, as from a headset that lost the first response, keeps it playing.
  await ask("play");
  await expect.poll(() => position(page)).toBeGreaterThan(20.3);
  await ask("pause");
  await ask("pause");
  await expect.poll(reported).toMatchObject({ state: "paused" });
  await ask("seekto", { seekTime: 8 });
  await expect.poll(async () => (await reported()).position).toBeCloseTo(8, 0);
  await expect.poll(() => position(page)).toBeCloseTo(8, 0);
});

test("reaches Play by Tab before the list of parts", async ({ page }) => {
  await open(page);
  const isPlay = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") === "Play");
  const isInParts = () => page.evaluate(() => document.activeElement?.closest(".pl-rail nav") !== null);
  await page.getByRole("link", { name: "Back to class" }).focus();
  let stops = 0;
  while (!(await isPlay()) && stops < 12) {
    await page.keyboard.press("Tab");
    stops++;
    expect(await isInParts()).toBe(false);
  }
  expect(await isPlay()).toBe(true);
});
