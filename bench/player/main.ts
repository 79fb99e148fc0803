/**
 * Measures what a dancer waits for, sees and hears, in Chromium on loopback. The class has distinguishable frames and beats.
 *
 *     npm run bench -- player [first|cold|angles|far|loops|takes|together|remote|throttled|memory …]
 *
 * Without names all but `memory`, which runs for MINUTES minutes (15).
 */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { rolldown } from "rolldown";
import type * as Probes from "../../web/features/player/testing/probes.ts";
import { SAMPLE } from "../../web/features/player/testing/sample.ts";
import { measureCold } from "./cold.ts";
import { measureMemory } from "./memory.ts";
import { frameMs, playClass, report, slug, startBrowser, startStage } from "./stage.ts";
import type { Stage } from "./stage.ts";
import { measureTakes } from "./takes.ts";
import { measureRemote, measureRooms } from "./together.ts";

declare global {
  var probes: typeof Probes;
}

const rounds = 8;
/** The class is only eight rounds long, since it is opened so often. */
const openings = 3;
const benches: Readonly<Record<string, (stage: Stage, browser: Browser) => Promise<void>>> = {
  cold: async () => measureCold(),
  first: (stage, browser) => onPage(stage, browser, measureFirstFrame),
  angles: (stage, browser) => onPage(stage, browser, (page) => measureAngles(page)),
  far: (stage, browser) => onPage(stage, browser, measureFar),
  loops: (stage, browser) => onPage(stage, browser, measureLoops),
  takes: async () => measureTakes(),
  together: measureRooms,
  remote: measureRemote,
  throttled: (stage, browser) => onPage(stage, browser, measureThrottled),
  memory: (stage, browser) => onPage(stage, browser, measureMemory),
};
const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? wanted : Object.keys(benches).filter((name) => name !== "memory");
const instruments = await bundle(join(import.meta.dirname, "../../web/features/player/testing/probes.ts"));
const stage = await startStage();
const browser = await startBrowser();
try {
  for (const name of chosen) await benches[name]!(stage, browser);
} finally {
  await browser.close();
  await stage.stop();
}
process.exit(0);

/** Bundles the probes as one script, which exports them as `probes`. */
async function bundle(input: string): Promise<string> {
  const built = await rolldown({ input });
  const { output } = await built.generate({ format: "iife", name: "probes" });
  await built.close();
  return `${output[0].code}\nglobalThis.probes = probes;`;
}

async function onPage(on: Stage, by: Browser, measure: (page: Page) => Promise<void>): Promise<void> {
  const context = await by.newContext({
    baseURL: on.server.url,
    bypassCSP: true,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.on("load", () => void page.evaluate(instruments).catch(() => undefined));
  await measure(page);
  await context.close();
}

/** From the click on the class's page until the video's first frame is on the screen, and until the count-in's first beat is heard. */
async function measureFirstFrame(page: Page): Promise<void> {
  const found: { frameMs: number; beatMs: number }[] = [];
  for (let round = 0; round < openings * rounds; round += 1) {
    await page.goto(`/class/${slug}`);
    const link = page.locator(`a[href^="/class/${slug}/play"]`).first();
    await link.waitFor();
    await link.hover();
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      const state = globalThis as unknown as Pressed;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function startMeasured(when = 0) {
        state.beat ??= probes.heardAt(this.context as AudioContext, when);
        start.call(this, when);
      };
      addEventListener("click", () => (state.pressed = performance.now()), { capture: true, once: true });
      const look = () => {
        const video = document.querySelector<HTMLVideoElement>("video");
        if (video) video.requestVideoFrameCallback((now) => (state.first = now));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await link.click();
    await page.waitForFunction(() => {
      const { first, beat } = globalThis as unknown as Pressed;
      return first !== undefined && beat !== undefined;
    });
    found.push(
      await page.evaluate(() => {
        const { first, beat, pressed } = globalThis as unknown as Required<Pressed>;
        return { frameMs: first - pressed, beatMs: beat - pressed };
      }),
    );
  }
  report(
    "first frame after the tap, ms",
    found.map(({ frameMs }) => frameMs),
    "300",
  );
  report(
    "first beat of the count-in after the tap, ms",
    found.map(({ beatMs }) => beatMs),
    "150",
  );
}

/** What is measured after a press on Start, as `performance.now()`. */
interface Pressed {
  pressed?: number;
  first?: number;
  beat?: number;
}

/**
 * From the key press until a frame of the other angle is visible; the offset of that frame from the previous angle in frames; and
 * the drift between the angles, in every painted frame from a second before to a second after.
 */
async function measureAngles(page: Page, from = ""): Promise<void> {
  const found: { ms: number; apart: number; between: number[] }[] = [];
  for (let turn = 0; turn < openings * rounds; turn += 1) {
    if (turn % rounds === 0) {
      await playClass(page);
      await page.waitForTimeout(3000);
    }
    found.push(
      await page.evaluate(async () => {
        const stage = document.querySelector<HTMLElement>(".pl-host")!;
        const view = (angle: string) => stage.querySelector<HTMLVideoElement>(`[data-angle=${angle}]`)!;
        const [front, back] = [view("front"), view("back")];
        const { seen, stop } = probes.watchPictures(stage);
        const between: number[] = [];
        const until = async (found: () => boolean) => {
          while (!found()) {
            await new Promise(requestAnimationFrame);
            between.push(Math.abs(front.currentTime - back.currentTime) * 1000);
          }
        };
        const begun = performance.now();
        await until(() => seen.length > 3 && performance.now() > begun + 1000);
        const before = seen.at(-1)!;
        const pressed = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
        await until(() => seen.at(-1)!.back !== before.back);
        const turned = seen.at(-1)!;
        const apart = Math.abs(probes.readFrame(front)!.frame - probes.readFrame(back)!.frame);
        await until(() => performance.now() > turned.at + 1000);
        stop();
        return { ms: turned.at - pressed, apart, between };
      }),
    );
    await page.waitForTimeout(200);
  }
  report(
    `turning round${from}, ms`,
    found.map(({ ms }) => ms),
    "50",
  );
  report(
    `turning round${from}, pictures apart`,
    found.map(({ apart }) => apart),
    "1",
  );
  report(
    `the views from each other${from}, ms`,
    found.flatMap(({ between }) => between),
    String(Math.round(frameMs)),
  );
}

/** The same over a connection of 80 ms latency, half of it jitter, and 2 Mbit/s. */
async function measureFar(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const change = () =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 40 + Math.random() * 80,
      downloadThroughput: 250_000,
      uploadThroughput: 125_000,
    });
  await change();
  const changing = setInterval(() => void change().catch(() => clearInterval(changing)), 150);
  await measureAngles(page, " from far");
  clearInterval(changing);
}

/** A loop of half of two eights across a segment boundary, at the ladder's tempos and both angles: seam, gap, count and sound. */
async function measureLoops(page: Page): Promise<void> {
  for (const [percent, view] of [
    [60, "front"],
    [70, "front"],
    [80, "front"],
    [90, "front"],
    [100, "front"],
    [100, "back"],
  ] as const) {
    await page.goto(`/class/${slug}/play?t=34.2`);
    await page.waitForFunction(
      () => [...document.querySelectorAll("video")].filter(({ readyState }) => readyState >= 3).length >= 2,
    );
    await page.evaluate(instruments);
    await page.keyboard.press("e");
    await page.getByRole("button", { name: String(percent), exact: true }).click();
    // The tempo stays constant.
    await page.keyboard.press("g");
    if (view === "back") await page.keyboard.press("b");
    const turns = 6;
    await page.evaluate(
      async ([rate, bpm]) => {
        const stage = document.querySelector<HTMLElement>(".pl-host")!;
        const pictures = probes.watchPictures(stage);
        const sound = await probes.watchSound(stage);
        const counts: number[] = [];
        const offs: number[] = [];
        const heard: string[] = [];
        const beatS = 60 / bpm!;
        const numeral = document.querySelector(".cnt .num")!;
        const shown = () => document.querySelector<HTMLVideoElement>("video[data-shown]")!;
        new MutationObserver(() => {
          const at = shown().currentTime;
          const beat = Math.round(at / beatS) * beatS;
          counts.push(((at - beat) / rate!) * 1000);
        }).observe(numeral, { childList: true, characterData: true, subtree: true });
        setInterval(() => {
          const audio = [...stage.querySelectorAll("audio")].find((one) => one.volume > 0.01 && !one.paused);
          const video = [...stage.querySelectorAll("video")].find((one) => one.volume > 0.01 && !one.muted);
          heard.push(audio ? "server" : video ? "browser" : "none");
          if (audio) offs.push(Math.abs(shown().currentTime / rate! - audio.currentTime) * 1000);
        }, 50);
        Object.assign(globalThis, { found: { pictures, sound, counts, offs, heard } });
      },
      [percent / 100, SAMPLE.bpm],
    );
    await page.keyboard.press("k");
    await page.waitForTimeout(2500);
    await page.evaluate(() => {
      const { sound, counts, offs, heard } = (globalThis as unknown as { found: Found }).found;
      sound.forget();
      counts.length = offs.length = heard.length = 0;
    });
    await page.waitForTimeout(((turns * 4) / (percent / 100)) * 1000);
    const found = await page.evaluate((rate) => {
      const { pictures, sound, counts, offs, heard } = (globalThis as unknown as { found: Found }).found;
      return {
        seams: probes.findSeams(pictures.seen, rate).map(({ extraMs }) => extraMs),
        gaps: sound.gapsMs,
        counts,
        offs,
        byServer: heard.filter((one) => one === "server").length / heard.length,
      };
    }, percent / 100);
    const name = `${percent} %, ${view}: `;
    const shown = frameMs / (percent / 100);
    report(
      `${name}loop seam, pictures`,
      found.seams.map((ms) => Math.max(0, ms) / shown),
      "1",
    );
    const perTurn = Array.from({ length: turns }, (_unused, n) => found.gaps[n] ?? 0);
    report(`${name}silence at the seam, ms`, perTurn, "0");
    report(
      `${name}count beside the beat, ms`,
      found.counts.map((ms) => Math.abs(ms)),
      "30",
    );
    if (found.byServer > 0)
      report(
        `${name}sound beside the picture, ms (${Math.round(found.byServer * 100)} % by server)`,
        found.offs,
        "33",
      );
  }
}

interface Found {
  pictures: ReturnType<typeof Probes.watchPictures>;
  sound: Awaited<ReturnType<typeof Probes.watchSound>>;
  counts: number[];
  offs: number[];
  heard: string[];
}

/** A loop with fourfold CPU throttling: paints per second, and dropped video frames. */
async function measureThrottled(page: Page): Promise<void> {
  await playClass(page, "?t=34.2");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const found: { painted: number; dropped: number; lines: number }[] = [];
  for (let round = 0; round < 5; round += 1)
    found.push(
      await page.evaluate(async () => {
        const video = document.querySelector<HTMLVideoElement>("video[data-shown]")!;
        const before = video.getVideoPlaybackQuality();
        const begun = performance.now();
        let frames = 0;
        while (performance.now() - begun < 5000) {
          await new Promise(requestAnimationFrame);
          frames += 1;
        }
        const after = video.getVideoPlaybackQuality();
        const total = after.totalVideoFrames - before.totalVideoFrames;
        return {
          painted: (frames * 1000) / (performance.now() - begun),
          dropped: (100 * (after.droppedVideoFrames - before.droppedVideoFrames)) / Math.max(1, total),
          lines: video.videoHeight,
        };
      }),
    );
  report(
    "4 times slower: screens a second",
    found.map(({ painted }) => painted),
    "60",
  );
  report(
    `4 times slower: pictures dropped, % (${found[0]!.lines} lines)`,
    found.map(({ dropped }) => dropped),
    "1",
  );
}
