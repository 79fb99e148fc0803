/**
 * From the tap on Start by a newcomer, whose browser has stored nothing, until the class plays: on a phone of a quarter of this
 * machine's speed over slow 4G, as Lighthouse emulates them, and without a limit. Every round has a browser of its own.
 */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { SAMPLE } from "../../web/features/player/testing/sample.ts";
import { startFront } from "../front.ts";
import { report, slug, startBrowser, startStage } from "./stage.ts";

const rounds = Number(process.env["ROUNDS"] ?? 10);
/** Lighthouse's slow 4G: milliseconds, bytes a second. */
const slow4g = { latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 };
const cpuSlowdown = 4;
/** Length of the class: more than is loaded until it plays. */
const seconds = 16;
const goalMs = "4000";

/** A tap on Start, and what came of it, as `performance.now()`. */
interface Tap {
  tapped?: number;
  beat?: number;
  first?: number;
  moved?: number;
}

/** Runs in the page: notes the tap, the first beat of the count-in, the first frame, and the first one after it. */
function watchTap(): void {
  const tap: Tap = {};
  Object.assign(globalThis, { tap });
  addEventListener("click", ({ timeStamp }) => (tap.tapped ??= timeStamp), { capture: true });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function startMeasured(when = 0) {
    const { context } = this;
    tap.beat ??= performance.now() + Math.max(0, when - context.currentTime) * 1000;
    start.call(this, when);
  };
  let firstS: number | null = null;
  const watch = (video: HTMLVideoElement): void => {
    video.requestVideoFrameCallback((now, { mediaTime }) => {
      if (video.isConnected && video.hasAttribute("data-shown")) {
        tap.first ??= now;
        firstS ??= mediaTime;
        if (!video.paused && mediaTime > firstS) tap.moved ??= now;
      }
      watch(video);
    });
  };
  const seen = new WeakSet<HTMLVideoElement>();
  const look = (): void => {
    for (const video of document.querySelectorAll("video")) {
      if (seen.has(video)) continue;
      seen.add(video);
      watch(video);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Noisy footage with as many bits as a camera's. @returns its path in `folder` */
async function makeFootage(folder: string, angle: "front" | "back"): Promise<string> {
  const path = join(folder, `${angle}.mp4`);
  const { bpm } = SAMPLE;
  const picture = `testsrc2=s=1280x720:r=30:d=${seconds},noise=alls=14:allf=t`;
  const sound = `aevalsrc='0.2*sin(2*PI*440*t)+0.4*sin(2*PI*1500*t)*lt(mod(t\\,${60 / bpm})\\,0.04)':s=48000:d=${seconds}`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  const coding = "-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -c:a aac -b:a 160k -ac 2".split(" ");
  execFileSync("ffmpeg", ["-v", "error", "-y", ...inputs, ...coding, path]);
  return path;
}

/** A class with as many bits as a camera's, and a home page with as many images as a studio's. */
const startColdStage = () => startStage({ seconds, makeView: makeFootage, others: 23 });

interface Phone {
  readonly name: string;
  readonly isSlow: boolean;
  /** Time between the first paint of Start and the tap, in milliseconds. */
  readonly readsMs: number;
}

const phones: readonly Phone[] = [
  { name: "slow phone, tapped at once", isSlow: true, readsMs: 0 },
  { name: "slow phone, tapped after 5 s", isSlow: true, readsMs: 5_000 },
  { name: "this machine, tapped at once", isSlow: false, readsMs: 0 },
];

/**
 * Opens a page in a browser of its own, taps Start and waits for the class to play. No service worker: what it stores isn't throttled.
 * With VERBOSE set, requests are listed.
 */
async function tapOnce(base: string, path: string, { isSlow, readsMs }: Phone): Promise<Required<Tap>> {
  const browser = await startBrowser("--ignore-certificate-errors");
  try {
    const context = await browser.newContext({
      baseURL: base,
      bypassCSP: true,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: "block",
      // The server limits the guests of a network.
      extraHTTPHeaders: { "x-forwarded-for": `2001:db8:${randomInt(0xffff).toString(16)}::1` },
    });
    await context.addInitScript(watchTap);
    const page = await context.newPage();
    if (isSlow) await slowDown(page);
    if (process.env["VERBOSE"]) logRequests(page);
    await page.goto(path, { waitUntil: "commit" });
    const link = page.locator(`a[href^="/class/${slug}/play"]`).first();
    await link.waitFor();
    await page.waitForTimeout(readsMs);
    await link.tap();
    await page.waitForFunction(
      () => (globalThis as unknown as { tap: Tap }).tap.moved !== undefined,
      undefined,
      { timeout: 120_000 },
    );
    return await page.evaluate(() => (globalThis as unknown as { tap: Required<Tap> }).tap);
  } finally {
    await browser.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...slow4g });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

function logRequests(page: Page): void {
  const begun = performance.now();
  const log = (sign: string, request: Request, bytes = ""): void => {
    const operation = /"operationName":"(\w+)"/.exec(request.postData() ?? "")?.[1] ?? "";
    const path = new URL(request.url()).pathname.replace(/media\/[^/]+/, "media/…");
    const at = (performance.now() - begun).toFixed(0).padStart(6);
    process.stderr.write(`${at} ${sign} ${path} ${operation} ${bytes}\n`);
  };
  page.on("request", (request) => log(">", request));
  page.on("requestfinished", (request) => {
    void request.sizes().then(
      ({ responseBodySize }) => log("<", request, String(responseBodySize)),
      // The browser was closed.
      () => undefined,
    );
  });
}

/** Prints the times from the tap to the count-in's first beat, the video's first frame and the first one after it. */
export async function measureCold(): Promise<void> {
  const stage = await startColdStage();
  const front = await startFront(stage.server.url);
  try {
    for (const phone of phones)
      for (const [name, path] of [
        ["home", "/dashboard"],
        ["class", `/class/${slug}`],
      ] as const) {
        // The server draws the preview of the first image for the first visitor.
        await tapOnce(front.base, path, { ...phone, isSlow: false });
        const taps: Required<Tap>[] = [];
        for (let round = 0; round < rounds; round += 1) taps.push(await tapOnce(front.base, path, phone));
        for (const [what, key] of [
          ["first beat", "beat"],
          ["first frame", "first"],
          ["plays", "moved"],
        ] as const)
          report(
            `${phone.name}, ${name}: ${what}, ms`,
            taps.map((tap) => tap[key] - tap.tapped),
            goalMs,
          );
      }
  } finally {
    await front.stop();
    await stage.stop();
  }
}
