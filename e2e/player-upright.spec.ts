import { uprightClass } from "./library.ts";
import { expect, test } from "./test.ts";

test("plays the upright version on a phone, and the wide one at the same place and tempo once it is turned", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/class/${uprightClass}/play`);
  const shown = () =>
    page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>("video[data-shown]");
      return video && video.readyState >= 3
        ? {
            isUpright: video.videoHeight > video.videoWidth,
            seconds: video.currentTime,
            rate: video.playbackRate,
            isPlaying: !video.paused,
          }
        : null;
    });
  await expect.poll(shown).toMatchObject({ isUpright: true });
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("-");
  await page.keyboard.press("k");
  await expect.poll(async () => (await shown())?.seconds ?? 0).toBeGreaterThan(2);

  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(shown).toMatchObject({ isUpright: false, rate: 0.5, isPlaying: true });
  expect((await shown())!.seconds).toBeGreaterThan(2);

  // Turned back while paused, it stays paused at its place.
  await page.keyboard.press("k");
  await expect.poll(shown).toMatchObject({ isPlaying: false });
  const { seconds } = (await shown())!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(shown).toMatchObject({ isUpright: true, rate: 0.5, isPlaying: false });
  expect((await shown())!.seconds).toBeCloseTo(seconds, 1);
});
