/**
 * CPU-seconds of transcoding with one decode for all renditions, compared with one process per rendition with the same settings.
 *
 *     npm run bench -- transcode
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { encodeArgs } from "../server/modules/media/pipeline/commands/encode.ts";
import type { EncodePlan } from "../server/modules/media/pipeline/commands/encode.ts";
import { constantRate, framesPerSecond, ladderFor } from "../server/modules/media/pipeline/ladder.ts";
import { probeSource, studioLimits } from "../server/modules/media/pipeline/probe.ts";
import { planStoryboard } from "../server/modules/media/pipeline/storyboard.ts";
import { installedTools } from "../server/modules/media/pipeline/tools.ts";

const rounds = 3;

/** CPU time of ended child processes, in seconds; Linux reports hundredths. */
function childSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Typical files from editors, cameras and phones. */
const sources = [
  {
    name: "1080p30, H.264, 8 Mbit/s",
    size: "1920x1080",
    seconds: 30,
    codec: ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "8M"],
  },
  {
    name: "1080p30, H.264, 50 Mbit/s",
    size: "1920x1080",
    seconds: 20,
    codec: ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "50M"],
  },
  {
    name: "2160p30, HEVC",
    size: "3840x2160",
    seconds: 5,
    codec: [
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-b:v",
      "40M",
      "-tag:v",
      "hvc1",
      "-x265-params",
      "log-level=error",
    ],
  },
] as const;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
try {
  const tools = installedTools();
  const run = (args: readonly string[]) => execFileSync(tools.ffmpeg, args, { cwd: folder, stdio: "pipe" });
  const spend = (plans: readonly EncodePlan[]): number => {
    const before = childSeconds();
    for (const plan of plans) run(["-y", ...encodeArgs(plan)]);
    return childSeconds() - before;
  };
  process.stdout.write(
    `CPU-seconds, sound, poster and storyboard included, median of ${rounds}, ${cpus().length} cores\n\n` +
      `${"source".padEnd(32)}${"renditions".padStart(11)}${"one decode".padStart(12)}${"one process each".padStart(18)}${"ratio".padStart(7)}\n`,
  );
  for (const { name, size, seconds, codec } of sources) {
    const path = join(folder, `${name}.mp4`.replaceAll("/", " "));
    const picture = `testsrc2=size=${size}:rate=30:duration=${seconds},noise=alls=6:allf=t`;
    const inputs = [
      "-f",
      "lavfi",
      "-i",
      picture,
      "-f",
      "lavfi",
      "-i",
      `sine=frequency=220:duration=${seconds}`,
    ];
    run([...inputs, ...codec, "-pix_fmt", "yuv420p", "-c:a", "aac", path]);
    const source = await probeSource(tools, path, studioLimits);
    const rate = constantRate(source.rate, 60);
    const frames = Math.round(source.seconds * framesPerSecond(rate));
    const rungs = ladderFor(source.size, rate, { maxLines: 1080 });
    const stills = {
      poster: { width: 1280, height: 720 },
      thumbnail: { width: 480, height: 270 },
      posterFrame: Math.floor(frames / 3),
      heldSeconds: 1,
      storyboard: planStoryboard(source.seconds, source.size),
    };
    const whole: EncodePlan = { source, rungs, rate, frames, preset: "veryfast", gainDb: 0, stills };
    // The process of the top rendition also produces sound and stills, which saves the decode of a separate process.
    const apart = rungs.map((rung, at): EncodePlan => ({
      ...whole,
      rungs: [rung],
      ...(at > 0 ? { gainDb: null, stills: null } : {}),
    }));
    const together: number[] = [];
    const each: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      together.push(spend([whole]));
      each.push(spend(apart));
    }
    const [ours, theirs] = [median(together), median(each)];
    process.stdout.write(
      `${`${seconds} s, ${name}`.padEnd(32)}${String(rungs.length).padStart(11)}${ours.toFixed(1).padStart(12)}` +
        `${theirs.toFixed(1).padStart(18)}${(ours / theirs).toFixed(2).padStart(7)}\n`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
