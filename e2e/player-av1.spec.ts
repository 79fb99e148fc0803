import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { uprightClass } from "./library.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, test } from "./test.ts";

/** Sizes of the AV1 streams, which no rendition in H.264 has. */
const [longSide, shortSide] = [192, 108];
/** Lets the device say of AV1 what a test needs. */
const says = (page: Page, powerEfficient: boolean) =>
  page.addInitScript((isEfficient) => {
    navigator.mediaCapabilities.decodingInfo = async () =>
      ({ supported: true, smooth: true, powerEfficient: isEfficient }) as MediaCapabilitiesDecodingInfo;
  }, powerEfficient);
/** The codec of each video that has a frame, by its view, and the shown one. */
const seen = (page: Page) =>
  page.evaluate(
    (sides) => {
      const codecOf = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
        sides.includes(videoWidth) && sides.includes(videoHeight) ? "AV1" : "H.264";
      const ready = [...document.querySelectorAll("video")].filter(({ readyState }) => readyState >= 3);
      const shown = ready.find((video) => "shown" in video.dataset);
      return {
        codecs: Object.fromEntries(ready.map((video) => [video.dataset["angle"], codecOf(video)])),
        isPlaying: shown !== undefined && !shown.paused && shown.currentTime > 1,
        isUpright: shown !== undefined && shown.videoHeight > shown.videoWidth,
        seconds: shown?.currentTime ?? -1,
      };
    },
    [longSide, shortSide],
  );
const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true }).click();

test.describe("a class with AV1 renditions", () => {
  let folder = "";
  /** From this segment on, devices can't decode the stream. */
  let brokenFrom = Infinity;
  /** AV1 segments that the page got. */
  let served = 0;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "eightcount-av1-"));
    for (const [name, size] of [
      ["wide", `${longSide}x${shortSide}`],
      ["upright", `${shortSide}x${longSide}`],
    ]) {
      const inputs = `-f lavfi -i testsrc2=s=${size}:r=25:d=60 -f lavfi -i sine=f=440:d=60`;
      const codecs = "-c:v libsvtav1 -preset 10 -g 75 -pix_fmt yuv420p -c:a aac";
      const hls = `-f hls -hls_time 3 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename ${name}-init.mp4`;
      const args = `-v error ${inputs} ${codecs} ${hls} -hls_segment_filename ${name}-%d.m4s ${name}.m3u8`;
      execFileSync("ffmpeg", args.split(" "), { cwd: folder, stdio: "ignore" });
    }
  });
  test.afterAll(() => rm(folder, { recursive: true }));
  test.beforeEach(async ({ page }) => {
    brokenFrom = Infinity;
    served = 0;
    const withAv1 = (text: string) => text.replaceAll(/(\/master\.m3u8)"/g, '$1#av1"');
    await page.route(/\/(av1\.m3u8|(wide|upright)-(init\.mp4|\d+\.m4s))$/, async (route) => {
      const url = route.request().url();
      const name = basename(url);
      if (name === "av1.m3u8") {
        const body = await readFile(join(folder, url.includes("-upright/") ? "upright.m3u8" : "wide.m3u8"));
        return route.fulfill({ body });
      }
      const body = await readFile(join(folder, name));
      const number = Number(/-(\d+)\.m4s/.exec(name)?.[1] ?? -1);
      if (number >= 0) served += 1;
      // A movie fragment's header says where its frames are; those are noise.
      if (number >= brokenFrom) randomBytes(body.length >> 1).copy(body, body.length >> 1);
      await route.fulfill({ body });
    });
    await page.route("**/*", async (route) => {
      const request = route.request();
      if (request.resourceType() !== "document" && !request.url().endsWith("/graphql"))
        return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: withAv1(await response.text()) });
    });
  });

  test("plays in AV1 where hardware decodes it, and in H.264 elsewhere", async ({ page }) => {
    await says(page, true);
    await page.goto("/class/drag-the-left/play");
    await play(page);
    await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "AV1" }, isPlaying: true });
    await says(page, false);
    await page.reload();
    await play(page);
    await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "H.264" }, isPlaying: true });
  });

  test("plays every view in AV1, and resumes where the link says", async ({ page }) => {
    await says(page, true);
    await page.goto("/class/drag-the-left/play?t=20");
    await play(page);
    await expect
      .poll(() => seen(page))
      .toMatchObject({ codecs: { front: "AV1", back: "AV1" }, isPlaying: true });
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector<HTMLElement>("video[data-shown]")?.dataset["angle"]),
      )
      .toBe("back");
    await expect.poll(async () => (await seen(page)).seconds).toBeGreaterThan(19);
  });

  test("plays H.264 after one press where the device can't decode its AV1, from the same place, in every view", async ({
    page,
  }) => {
    brokenFrom = 0;
    await says(page, true);
    await page.goto("/class/drag-the-left/play?t=20");
    await play(page);
    await expect
      .poll(() => seen(page))
      .toMatchObject({ codecs: { front: "H.264", back: "H.264" }, isPlaying: true });
    expect(served).toBeGreaterThan(0);
    await expect.poll(async () => (await seen(page)).seconds).toBeGreaterThan(19);
  });

  test("goes on in H.264 where AV1 fails in the middle of a class, without a jump", async ({ page }) => {
    brokenFrom = 7;
    await says(page, true);
    await page.addInitScript(() => {
      const places: number[] = [];
      Object.assign(globalThis, { places });
      const note = ({ target }: Event): void => {
        if (target instanceof HTMLVideoElement && "shown" in target.dataset && target.readyState >= 2)
          places.push(target.currentTime);
      };
      document.addEventListener("timeupdate", note, true);
    });
    await page.goto("/class/drag-the-left/play?t=15");
    await play(page);
    await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "AV1" }, isPlaying: true });
    await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "H.264" }, isPlaying: true });
    // Past the first segment that can't be decoded.
    await expect.poll(async () => (await seen(page)).seconds).toBeGreaterThan(22);
    const places = await page.evaluate(() => (globalThis as unknown as { places: number[] }).places);
    const steps = places.slice(1).map((place, index) => place - places[index]!);
    expect(Math.min(...steps)).toBeGreaterThan(-0.5);
    // Of the steps, those of playing are a quarter of a second.
    expect(Math.max(...steps.slice(places.findIndex((place) => place > 15)))).toBeLessThan(3);
  });

  test("stays paused in H.264 where AV1 fails before anyone presses play", async ({ page }) => {
    brokenFrom = 0;
    await says(page, true);
    await page.goto("/class/drag-the-left/play?t=20");
    await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "H.264" }, isPlaying: false });
    expect(served).toBeGreaterThan(0);
    await expect.poll(async () => (await seen(page)).seconds).toBeCloseTo(20, 0);
  });

  for (const isBroken of [false, true])
    test(`plays the upright version on a phone in ${isBroken ? "H.264 where it can't decode its AV1" : "AV1"}`, async ({
      page,
    }) => {
      if (isBroken) brokenFrom = 0;
      await says(page, true);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/class/${uprightClass}/play`);
      const codecs = { front: isBroken ? "H.264" : "AV1" };
      await expect.poll(() => seen(page)).toMatchObject({ codecs, isPlaying: false });
      expect(served).toBeGreaterThan(0);
      await page.keyboard.press("k");
      await expect.poll(() => seen(page)).toMatchObject({ codecs, isUpright: true, isPlaying: true });
      await page.setViewportSize({ width: 844, height: 390 });
      await expect.poll(() => seen(page)).toMatchObject({ codecs, isUpright: false, isPlaying: true });
    });

  test("plays H.264 in the studio's previews where the device can't decode AV1", async ({
    page,
    context,
  }) => {
    brokenFrom = 0;
    await signInAsAdmin(context);
    await says(page, true);
    await page.goto("/class/drag-the-left");
    const { id } = await page.evaluate(async () => {
      const query = 'query { studioClass(id: "drag-the-left") { id } }';
      const answer = await fetch("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });
      return ((await answer.json()) as { data: { studioClass: { id: string } } }).data.studioClass;
    });
    for (const [path, button] of [
      [`/studio/beat/${id}`, "Play"],
      [`/studio/classes/${id}`, "Play the video"],
    ] as const) {
      served = 0;
      await page.goto(path);
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect.poll(() => seen(page)).toMatchObject({ codecs: { front: "H.264" }, isPlaying: true });
      expect(served).toBeGreaterThan(0);
    }
  });
});
