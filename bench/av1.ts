/**
 * Bytes of AV1 (SVT-AV1) against the renditions of the ladder at equal SSIM, on the demo's dancers and on noisy footage. It is
 * what MEDIA_AV1 saves, and what it costs.
 *
 *     npm run bench -- av1
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeArgs } from "../server/modules/media/pipeline/commands/encode.ts";
import {
  constantRate,
  framesPerSecond,
  gopFrames,
  ladderFor,
} from "../server/modules/media/pipeline/ladder.ts";
import type { FrameRate, Rung } from "../server/modules/media/pipeline/ladder.ts";
import { probeSource, studioLimits } from "../server/modules/media/pipeline/probe.ts";
import { installedTools } from "../server/modules/media/pipeline/tools.ts";

const seconds = 3;
const maxLines = 720;
const measured: ReadonlySet<string> = new Set(["v720", "v360"]);
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
  const columns = ["footage", "rung", "H.264", "AV1", "bytes", "SSIM", "CRF", "CPU"];
  const row = (cells: readonly string[]) =>
    process.stdout.write(`${cells.map((cell) => cell.padStart(9)).join("")}\n`);
  row(columns);
  for (const [name, path] of Object.entries({ demo, noisy })) {
    const source = await probeSource(tools, path, studioLimits);
    const rate = constantRate(source.rate, 60);
    const frames = Math.round(Math.min(seconds, source.seconds) * framesPerSecond(rate));
    for (const rung of ladderFor(source.size, rate, { maxLines }).filter(({ name: rungName }) =>
      measured.has(rungName),
    )) {
      const before = childSeconds();
      run(
        encodeArgs({ source, rungs: [rung], rate, frames, preset: "veryfast", gainDb: null, stills: null }),
      );
      const cpu = childSeconds() - before;
      const file = join(folder, `${rung.name}.mp4`);
      const { size } = statSync(file);
      const target = ssim(file, path, rung, rate);
      const av1 = equalAv1(path, rung, rate, target);
      row([
        name,
        rung.name,
        `${Math.round(size / 1000)} kB`,
        `${Math.round(av1.bytes / 1000)} kB`,
        `${Math.round((av1.bytes / size - 1) * 100)} %`,
        target.toFixed(4),
        String(av1.crf),
        `× ${(av1.cpu / cpu).toFixed(1)}`,
      ]);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
