/**
 * Bytes of H.264 by the ladder's rate factors and by those that are measured for each class, and of AV1 (SVT-AV1) at the SSIM of the
 * latter, on the demo's dancers and on noisy footage. It is what measuring and MEDIA_AV1 save, and what they cost.
 *
 *     npm run bench -- av1
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, renameSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planAngle } from "../server/modules/media/pipeline/angle.ts";
import { encodeArgs } from "../server/modules/media/pipeline/commands/encode.ts";
import { framesPerSecond, gopFrames } from "../server/modules/media/pipeline/ladder.ts";
import type { FrameRate, Rung } from "../server/modules/media/pipeline/ladder.ts";
import { studioLimits } from "../server/modules/media/pipeline/probe.ts";
import { measureRateFactors, withFactors } from "../server/modules/media/pipeline/rate-factors.ts";
import { installedTools } from "../server/modules/media/pipeline/tools.ts";

const seconds = 3;
const maxLines = 720;
const measured: ReadonlySet<string> = new Set(["v720", "v480", "v360", "v240"]);
const preset = "8";
/** Between these constant rate factors of AV1 the one of equal quality is searched. */
const [finest, coarsest] = [28, 60];

/** CPU time of ended child processes, in seconds; Linux reports hundredths. */
function childSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const folder = await mkdtemp(join(tmpdir(), "eightcount-av1-"));
const tools = installedTools();
const run = (args: readonly string[]) =>
  execFileSync(tools.ffmpeg, ["-hide_banner", "-v", "error", "-y", ...args], { cwd: folder, stdio: "pipe" });

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const change = (bytes: number, before: number) => `${Math.round((bytes / before - 1) * 100)} %`;

/** Structural similarity of a rendition to its source, scaled to its size: 0 to 1. */
function ssim(file: string, source: string, { width, height }: Rung, rate: FrameRate): number {
  const fps = `fps=${rate.numerator}/${rate.denominator}`;
  const graph = `[1:v]${fps},scale=${width}:${height}:flags=lanczos,format=yuv420p[r];[0:v][r]ssim=shortest=1`;
  const args = ["-hide_banner", "-i", file, "-i", source, "-lavfi", graph, "-an", "-f", "null", "-"];
  const { stderr } = spawnSync(tools.ffmpeg, args, { cwd: folder, encoding: "utf8" });
  const found = /All:([\d.]+)/.exec(stderr);
  if (!found) throw new Error(stderr);
  return Number(found[1]);
}

/** The coarsest AV1 that is at least as similar to its source. */
function equalAv1(source: string, rung: Rung, rate: FrameRate, target: number) {
  const out = join(folder, "av1.mp4");
  const filter = `fps=${rate.numerator}/${rate.denominator},scale=${rung.width}:${rung.height}:flags=lanczos`;
  const attempt = (crf: number) => {
    const before = childSeconds();
    const gop = String(gopFrames(rate));
    const codec = [
      "-c:v",
      "libsvtav1",
      "-preset",
      preset,
      "-crf",
      String(crf),
      "-g",
      gop,
      "-pix_fmt",
      "yuv420p",
    ];
    run(["-t", String(seconds), "-i", source, "-an", "-vf", filter, ...codec, out]);
    return {
      crf,
      bytes: statSync(out).size,
      cpu: childSeconds() - before,
      ssim: ssim(out, source, rung, rate),
    };
  };
  let [low, high] = [finest, coarsest];
  let best = attempt(low);
  while (high - low > 1) {
    const tried = attempt(Math.floor((low + high) / 2));
    if (tried.ssim >= target) [low, best] = [tried.crf, tried];
    else high = tried.crf;
  }
  return best;
}

try {
  const demo = join(folder, "demo.mp4");
  execFileSync(process.execPath, ["demo/preview.ts", "clip", "house", "jack", "--out", demo], {
    stdio: "pipe",
  });
  const noisy = join(folder, "noisy.mp4");
  const picture = `testsrc2=size=1280x720:rate=30:duration=${seconds},noise=alls=4:allf=t`;
  run([
    "-f",
    "lavfi",
    "-i",
    picture,
    "-c:v",
    "libx264",
    "-preset",
    "fast",
    "-crf",
    "16",
    "-pix_fmt",
    "yuv420p",
    noisy,
  ]);
  const columns = ["footage", "rung", "ladder", "SSIM", "measured", "bytes", "SSIM", "AV1", "bytes", "CPU"];
  const row = (cells: readonly string[]) =>
    process.stdout.write(`${cells.map((cell) => cell.padStart(10)).join("")}\n`);
  row(columns);
  const context = {
    tools,
    folder,
    cacheFolder: folder,
    stretches: null,
    rateFactors: null,
    signal: new AbortController().signal,
    onProgress: () => {},
  };
  const encoding = { maxLines, maxFrameRate: 60, preset: "veryfast" } as const;
  for (const [name, path] of Object.entries({ demo, noisy })) {
    const planned = await planAngle(context, { kind: "file", path }, { limits: studioLimits, encoding });
    if (planned.angle.kind !== "file") throw new Error("Expected a file");
    const { angle, rate } = planned;
    const frames = Math.round(Math.min(seconds * framesPerSecond(rate), angle.frames));
    const encode = (rungs: readonly Rung[], out: string) => {
      const [before, { preset: x264Preset }] = [childSeconds(), encoding];
      const plan = { source: angle.source, rungs, rate, frames, preset: x264Preset };
      run(encodeArgs({ ...plan, gainDb: null, stills: null }));
      const cpu = childSeconds() - before;
      return rungs.map((rung) => {
        const file = join(folder, `${out}-${rung.name}.mp4`);
        renameSync(join(folder, `${rung.name}.mp4`), file);
        return { rung, cpu, bytes: statSync(file).size, ssim: ssim(file, path, rung, rate) };
      });
    };
    const samples = join(folder, `samples-${name}`);
    await mkdir(samples);
    const before = childSeconds();
    const video = { rate, frames, preset: encoding.preset };
    const factors = await measureRateFactors({ ...context, folder: samples }, angle, video);
    const measuring = childSeconds() - before;
    const byLadder = encode(angle.rungs, "ladder");
    const byMeasure = encode(withFactors(angle.rungs, factors), "measured");
    for (const [index, old] of byLadder.entries()) {
      if (!measured.has(old.rung.name)) continue;
      const now = byMeasure[index]!;
      const av1 = equalAv1(path, now.rung, rate, now.ssim);
      const alone = encode([now.rung], "alone")[0]!;
      row([
        name,
        old.rung.name,
        kilobytes(old.bytes),
        old.ssim.toFixed(4),
        kilobytes(now.bytes),
        change(now.bytes, old.bytes),
        now.ssim.toFixed(4),
        kilobytes(av1.bytes),
        change(av1.bytes, now.bytes),
        `× ${(av1.cpu / alone.cpu).toFixed(1)}`,
      ]);
    }
    process.stdout.write(
      `${name}: measuring ${measuring.toFixed(1)} s of CPU, encoding as long ${byLadder[0]!.cpu.toFixed(1)} s by the ladder, ` +
        `${byMeasure[0]!.cpu.toFixed(1)} s by the measured factors (${JSON.stringify(factors)})\n`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
