/**
 * First-load bytes and Lighthouse's mobile scores of a new visitor's first pages, over HTTP/2 as a reverse proxy serves them.
 *
 * Lighthouse takes the wall time of the browser's tasks, in which they wait for a core here: the server, its database and Lighthouse
 * run beside the browser. So there is a second blocking time, by the tasks' CPU time, and the score with it.
 *
 *     npm run bench -- web [page…]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createCanvas } from "@napi-rs/canvas";
import { launch } from "chrome-launcher";
import lighthouse, { type Result, type TraceEvent } from "lighthouse";
import { Audit } from "lighthouse/core/audits/audit.js";
import startLibrary from "../../e2e/server.ts";
import { findChromium } from "../../tools/bootstrap/programs.mjs";
import { startFront } from "../front.ts";

const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ["/dashboard", "/login", "/library", "/class/drag-the-left"];
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const rounds = 3;

/** A picture whose file and preview are as large as a class's poster. Lighthouse doesn't count the library's plain ones as a largest paint. */
function drawPoster(width: number): Buffer {
  const canvas = createCanvas(width, (width * 9) / 16);
  const context = canvas.getContext("2d");
  for (let at = 0; at < 100; at += 1) {
    context.fillStyle = `hsl(${(at * 137) % 360} 60% ${20 + (at % 15)}%)`;
    context.beginPath();
    context.arc(((at * 61) % 100) * (width / 100), ((at * 37) % 57) * (width / 100), width / 15, 0, 7);
    context.fill();
  }
  return canvas.encodeSync("webp", 70);
}

/** Lighthouse's slowdown of a phone's processor, and the milliseconds of a task that block no one. */
const slowdown = 4;
const freeMs = 50;

/**
 * Milliseconds by which tasks of the page's main thread exceed 50, as on a phone, by their CPU time: from the first paint with content to
 * the end of the recording.
 */
function cpuBlockingMs(events: readonly TraceEvent[], base: string): number {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && (args?.data?.documentLoaderURL ?? "").startsWith(base),
  )!;
  const isOfPage = ({ pid, ts }: TraceEvent): boolean => pid === start.pid && ts >= start.ts;
  const painted = events.find((event) => event.name === "firstContentfulPaint" && isOfPage(event))!;
  return events
    .filter(
      (event) =>
        event.name.endsWith("RunTask") &&
        isOfPage(event) &&
        event.tid === start.tid &&
        event.ts + (event.dur ?? 0) > painted.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (slowdown * tdur) / 1000 - freeMs), 0);
}

/** Lighthouse's performance score, 0 to 100, with another total blocking time in milliseconds. */
function scoreWithBlocking({ audits, categories }: Result, blockingMs: number): number {
  const refs = categories["performance"]!.auditRefs;
  const total = refs.reduce((sum, { weight }) => sum + weight, 0);
  // The curve of Lighthouse's own audit for phones.
  const blocking = Audit.computeLogNormalScore({ p10: 200, median: 600 }, blockingMs);
  const score = refs.reduce(
    (sum, { id, weight }) =>
      sum + weight * (id === "total-blocking-time" ? blocking : (audits[id]?.score ?? 0)),
    0,
  );
  return Math.round((score / total) * 100);
}

const chromePath = findChromium();
const launchChrome = () =>
  launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--ignore-certificate-errors",
      "--disable-quic",
    ],
  });

const stop = await startLibrary();
const origin = process.env["EIGHTCOUNT_E2E_URL"]!;
for (const width of [320, 640, 1280])
  await writeFile(
    join(process.env["EIGHTCOUNT_E2E_DATA"]!, `media/pictures/test-${width}.webp`),
    drawPoster(width),
  );
const front = await startFront(origin);
try {
  const { base } = front;
  process.stdout.write(
    `${"page".padEnd(24)}${["perf", "a11y", "best", "seo", "FCP ms", "LCP ms", "TBT ms", "CLS", "KB", "TBT cpu", "perf cpu"].map((name) => name.padStart(9)).join("")}\n`,
  );
  for (const page of pages) {
    // A server that runs for a while has drawn the preview of the first image.
    await (
      await fetch(`${origin}${page}`, { headers: { "x-forwarded-proto": "https", host: new URL(base).host } })
    ).text();
    await setTimeout(5000);
    const found: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A browser of its own: Lighthouse keeps cookies, and a second visit is a guest's.
      const chrome = await launchChrome();
      const result = await lighthouse(`${base}${page}`, {
        port: chrome.port,
        onlyCategories: [...categories],
        logLevel: "error",
      }).finally(() => chrome.kill());
      if (!result || result.lhr.runtimeError)
        throw new Error(`Lighthouse failed: ${result?.lhr.runtimeError?.message}`);
      const { lhr } = result;
      const blockingMs = cpuBlockingMs(result.artifacts.Trace.traceEvents, base);
      const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
      found.push([
        ...categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
        value("first-contentful-paint"),
        value("largest-contentful-paint"),
        value("total-blocking-time"),
        value("cumulative-layout-shift"),
        value("total-byte-weight") / 1024,
        blockingMs,
        scoreWithBlocking(lhr, blockingMs),
      ]);
      for (const audit of Object.values(lhr.audits))
        if (process.env["VERBOSE"] && audit.score !== null && audit.score < 1)
          process.stderr.write(`${page} ${audit.id}: ${audit.title} ${audit.displayValue ?? ""}\n`);
    }
    const medians = found[0]!.map(
      (_, at) => found.map((row) => row[at]!).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!,
    );
    process.stdout.write(
      `${page.padEnd(24)}${medians.map((number, at) => number.toFixed(at === 7 ? 3 : 0).padStart(9)).join("")}\n`,
    );
  }
} finally {
  await front.stop();
  await stop();
}
process.exit(0);
