import { countKnocks, position, sends, startLink, withoutSoundOutput } from "./player-page.ts";
import { expect, test } from "./test.ts";

test("counts in and plays after one press on Start", async ({ page }) => {
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  await expect(page.locator(".cnt .num")).toHaveText(/^[5-8]$/);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before + 1);
});

test("plays after one press on Start in a browser that opens no sound", async ({ page }) => {
  await withoutSoundOutput(page);
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  await expect(page).toHaveURL(/\/play/);
  await expect.poll(() => position(page)).toBeGreaterThan(1);
});

test("counts in with one sound after two presses on the key while the sound opens", async ({ page }) => {
  // Sound that takes a while to open, and how many knocks are scheduled and silenced.
  await page.addInitScript(() => {
    const voices = { started: 0, silenced: 0 };
    Object.assign(globalThis, { voices });
    const { start: sound, stop } = OscillatorNode.prototype;
    const beginnings = new WeakMap<OscillatorNode, number>();
    OscillatorNode.prototype.start = function startCounted(when = 0) {
      voices.started += 1;
      beginnings.set(this, when);
      return sound.call(this, when);
    };
    // Without a time, and before it was heard, a knock is silenced.
    OscillatorNode.prototype.stop = function stopCounted(when) {
      if (when === undefined && this.context.currentTime < beginnings.get(this)!) voices.silenced += 1;
      return stop.call(this, when);
    };
    let isOpen = false;
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function resumeLate() {
      return new Promise((resolve) => {
        setTimeout(() => {
          isOpen = true;
          resolve(resume.call(this));
        }, 300);
      });
    };
    const state = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "state")!;
    Object.defineProperty(BaseAudioContext.prototype, "state", {
      get(this: BaseAudioContext) {
        return isOpen ? (state.get!.call(this) as AudioContextState) : "suspended";
      },
    });
  });
  await page.goto("/class/drag-the-left/play?t=20");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
  await page.evaluate((key) => {
    for (let press = 0; press < 2; press += 1)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }, "a");
  await expect.poll(() => position(page)).toBeGreaterThan(20.5);
  const { started, silenced } = await page.evaluate(
    () => (globalThis as unknown as { voices: { started: number; silenced: number } }).voices,
  );
  expect(started - silenced).toBe(4);
});

test("opens paused by a typed URL, and after a reload", async ({ page }) => {
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.querySelector("video")?.paused)).toBe(true);
});

test("counts in silently while the class is muted", async ({ page }) => {
  await page.addInitScript(() => {
    const heard = globalThis as unknown as { loudest: number };
    heard.loudest = 0;
    const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
    const listen = (context: BaseAudioContext): AudioNode => {
      const ear = context.createAnalyser();
      const wave = new Float32Array(ear.fftSize);
      setInterval(() => {
        ear.getFloatTimeDomainData(wave);
        heard.loudest = Math.max(heard.loudest, ...wave.map(Math.abs));
      }, 10);
      return ear;
    };
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, to: AudioNode) {
        if (to instanceof AudioDestinationNode) connect.call(this, listen(this.context));
        return connect.call(this, to);
      },
    });
  });
  const loudest = () => page.evaluate(() => (globalThis as unknown as { loudest: number }).loudest);
  /** The loudest sample of a count-in, from 0 to 1. */
  const countIn = async () => {
    await page.goto("/class/drag-the-left");
    await startLink(page).click();
    await expect(page.locator(".cnt .num")).toHaveText("8");
    await expect.poll(() => position(page)).toBeGreaterThan(0.5);
    return loudest();
  };
  expect(await countIn()).toBeGreaterThan(0.1);
  await page.keyboard.press("x");
  await expect(page.getByText("Muted")).toBeAttached();
  expect(await countIn()).toBe(0);
});

test("shows a class in the system's controls once it plays, and no progress while it buffers", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { reports: number };
    counted.reports = 0;
    const { setPositionState } = MediaSession.prototype;
    MediaSession.prototype.setPositionState = function setCounted(state) {
      counted.reports += 1;
      return setPositionState.call(this, state);
    };
  });
  const shown = () => page.evaluate(() => navigator.mediaSession.metadata?.title ?? null);
  const reports = () => page.evaluate(() => (globalThis as unknown as { reports: number }).reports);
  let held = Promise.withResolvers<void>();
  await page.route(/\.m4s/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const knocks = await countKnocks(page);
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  // Counted in twice, as nothing has loaded yet.
  await expect.poll(knocks).toBeGreaterThan(4);
  expect(await shown()).toBeNull();
  held.resolve();
  await expect.poll(shown).toBe("Drag the left");
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);

  // To a place that isn't loaded.
  held = Promise.withResolvers();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press("l");
  await expect(page.getByText("Buffering…")).toBeVisible();
  const before = await reports();
  await page.evaluate(async () => {
    const begun = performance.now();
    while (performance.now() < begun + 3_000) await new Promise(requestAnimationFrame);
  });
  expect(await reports()).toBeLessThanOrEqual(before + 1);
  held.resolve();
});

test("keeps the mute from class to class and over a reload, and unmutes from a volume of nothing", async ({
  page,
}) => {
  /** Whether the class is heard: its element isn't muted, and has a volume. */
  const isHeard = () =>
    page.evaluate(() => {
      const loudest = [...document.querySelectorAll<HTMLMediaElement>(".pl-host video, .pl-host audio")].map(
        ({ muted, volume }) => (muted ? 0 : volume),
      );
      return Math.max(0, ...loudest) > 0.5;
    });
  const isPlaying = () => expect.poll(() => position(page)).toBeGreaterThan(0.5);
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  await isPlaying();
  expect(await isHeard()).toBe(true);
  await page.getByRole("button", { name: "Mute" }).click();
  expect(await isHeard()).toBe(false);

  await page.goto("/class/class-36");
  await startLink(page).click();
  await isPlaying();
  expect(await isHeard()).toBe(false);
  await page.reload();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await isPlaying();
  expect(await isHeard()).toBe(false);
  await page.getByRole("button", { name: "Unmute" }).click();
  expect(await isHeard()).toBe(true);

  await page.getByRole("button", { name: "Practice settings" }).click();
  await page.getByRole("slider", { name: "Sound" }).fill("0");
  expect(await isHeard()).toBe(false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Unmute" }).click();
  expect(await isHeard()).toBe(true);
});

test("offers one tap if the browser blocks playback", async ({ page }) => {
  // A browser without permission for sound: the context stays suspended, and play() is refused.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let isAllowed = false;
    addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.closest(".pl-card")) isAllowed = true;
      },
      true,
    );
    HTMLMediaElement.prototype.play = function playIfAllowed() {
      return isAllowed ? play.call(this) : Promise.reject(new DOMException("Blocked", "NotAllowedError"));
    };
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = function resumeIfAllowed() {
      return isAllowed ? resume.call(this) : new Promise<void>(() => undefined);
    };
    const state = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "state")!;
    Object.defineProperty(BaseAudioContext.prototype, "state", {
      get(this: BaseAudioContext) {
        return isAllowed ? (state.get!.call(this) as AudioContextState) : "suspended";
      },
    });
  });
  await page.goto("/class/drag-the-left");
  await startLink(page).click();
  await page.getByRole("button", { name: "Tap to count in" }).click();
  await expect(page.getByRole("button", { name: "Tap to count in" })).toHaveCount(0);
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before + 1);
  // With the sound, which nothing has muted.
  expect(
    await page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.muted),
  ).toBe(false);
});

test.describe("a stream that is refused", () => {
  test.use({ refusals: ["429 /", "/front/master.m3u8"] });

  test("says so instead of counting in again and again, and plays after another try", async ({ page }) => {
    const knocks = await countKnocks(page);
    await page.goto("/class/drag-the-left");
    const isMaster = /\/master\.m3u8$/;
    await page.route(isMaster, (route) => route.fulfill({ status: 429 }));
    await startLink(page).click();
    const fault = page.getByRole("alert").filter({ hasText: "Playing on 3 devices" });
    await expect(fault).toBeVisible();
    const before = await knocks();
    expect(before).toBeLessThanOrEqual(4);
    // Longer than a count-in, after which it would count in again.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 5_000);
        }),
    );
    await expect(fault).toBeVisible();
    expect(await knocks()).toBe(before);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeAttached();

    await page.unroute(isMaster);
    await fault.getByRole("button", { name: "Try again" }).click();
    await expect(fault).toHaveCount(0);
    await expect.poll(() => position(page)).toBeGreaterThan(1);
  });
});

test("opens a class with the image that the page before showed, if the player is preloaded", async ({
  page,
}) => {
  await page.route("**/pictures/*", (route) => route.fulfill({ path: "web/public/icon-512.png" }));
  await page.goto("/class/drag-the-left");
  const link = page.locator('a[href^="/class/drag-the-left/play"]').first();
  const script = page.waitForResponse(/player-screen-[^/]*\.js$/);
  let classQueries = 0;
  page.on("request", (request) => (classQueries += Number(sends(request, "Player"))));
  const data = page.waitForResponse((response) => sends(response.request(), "Player"));
  await link.hover();
  await (await script).finished();
  await (await data).finished();
  const shown = await page.locator(".class-picture img").evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const look = () => {
      if (document.querySelector(".pl:empty")) dataset["empty"] = "";
      const poster = document.querySelector<HTMLImageElement>("img.pl-poster");
      if (poster) dataset["poster"] ??= poster.currentSrc;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await link.click();
  await expect(page.locator("video").first()).toBeAttached();
  await expect(page.locator("html")).toHaveAttribute("data-poster", shown);
  await expect(page.locator("html[data-empty]")).toHaveCount(0);
  // Fetched once, when the pointer came.
  expect(classQueries).toBe(1);
});
