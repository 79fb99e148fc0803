/**
 * Peak resident memory of what a worker runs: each ffmpeg, and node beside it. x264's memory grows with its threads, so it is measured
 * with those of this machine and with those of sixteen cores. SVT-AV1 starts no more threads than there are cores.
 *
 *     npm run bench -- memory
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { analysisRate } from "../server/modules/media/beat/onsets.ts";
import { encodeArgs } from "../server/modules/media/pipeline/commands/encode.ts";
import type { EncodePlan } from "../server/modules/media/pipeline/commands/encode.ts";
import { constantRate, framesPerSecond, ladderFor } from "../server/modules/media/pipeline/ladder.ts";
import { probeSource, studioLimits } from "../server/modules/media/pipeline/probe.ts";
import { analyzeSamples } from "../server/modules/media/pipeline/samples.ts";
import { planStoryboard } from "../server/modules/media/pipeline/storyboard.ts";
import { installedTools } from "../server/modules/media/pipeline/tools.ts";
import { renderTimeStretch } from "../server/modules/media/time-stretch/render.ts";

const seconds = 5;
/** Lengths of the sounds, minutes. Slow sounds are made as a stream, whose memory doesn't grow with the length. */
const [soundMinutes, analysisMinutes] = [2, 60];
/** Of a larger machine. x264 takes three threads for two cores. */
const manyCores = 16;
const many = 1.5 * manyCores;

const tools = installedTools();
const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const signal = new AbortController().signal;

/** High-water mark of a process's resident memory, MiB; null once it has ended. */
async function peakOf(pid: number | "self"): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const found = /VmHWM:\s+(\d+) kB/.exec(text);
  return found ? Number(found[1]) / 1024 : null;
}

/** @returns the peak of ffmpeg, MiB */
async function encode(args: readonly string[]): Promise<number> {
  const child = spawn(tools.ffmpeg, ["-y", ...args], { cwd: folder, stdio: "ignore" });
  const ended = once(child, "exit") as Promise<[number | null]>;
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, (await peakOf(child.pid!)) ?? 0);
    await sleep(20);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return peak;
}

/** Peaks of the largest child process during some work of this one, MiB. */
async function peakOfChildren(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let peak = 0;
  while (!isOver) {
    for (const task of await readdir("/proc/self/task")) {
      const pids = await readFile(`/proc/self/task/${task}/children`, "utf8").catch(() => "");
      for (const pid of pids.split(" ").filter(Boolean))
        peak = Math.max(peak, (await peakOf(Number(pid))) ?? 0);
    }
    await sleep(50);
  }
  await over;
  return peak;
}

const report = (what: string, here: number, there: number | null) =>
  process.stdout.write(
    `${what.padEnd(58)}${here.toFixed(0).padStart(8)}${(there === null ? "" : there.toFixed(0)).padStart(10)}\n`,
  );

try {
  const generate = (args: string, path: string) =>
    execFileSync(tools.ffmpeg, ["-y", ...args.split(" "), path], { cwd: folder, stdio: "pipe" });
  process.stdout.write(
    `Peak resident memory, MiB\n\n${"".padEnd(58)}${`${cpus().length} cores`.padStart(8)}${`${manyCores} cores`.padStart(10)}\n`,
  );
  const sources = [
    ["1080p30, H.264", "1920x1080", "-c:v libx264 -preset veryfast -b:v 50M"],
    [
      "2160p30, HEVC",
      "3840x2160",
      "-c:v libx265 -preset ultrafast -b:v 40M -tag:v hvc1 -x265-params log-level=error",
    ],
  ] as const;
  for (const [name, size, codec] of sources) {
    const path = join(folder, "source.mp4");
    generate(
      `-f lavfi -i testsrc2=size=${size}:rate=30:duration=${seconds},noise=alls=6:allf=t -f lavfi -i sine=f=220:d=${seconds} ${codec} -pix_fmt yuv420p -c:a aac`,
      path,
    );
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
    const plan: EncodePlan = { source, rungs, rate, frames, preset: "veryfast", gainDb: 0, stills };
    report(
      `${name}: all renditions in H.264, sound and stills`,
      await encode(encodeArgs(plan)),
      await encode(encodeArgs({ ...plan, threads: many })),
    );
    const inAv1 = encodeArgs({
      ...plan,
      rungs: rungs.map((rung) => ({ ...rung, codec: "av1" as const, crf: 34 })),
      gainDb: null,
      stills: null,
    });
    report(`${name}: all renditions in AV1`, await encode(inAv1), null);
  }
  const idle = (await peakOf("self"))!;
  const record = (minutes: number): string => {
    const path = join(folder, `${minutes}.mp4`);
    generate(`-f lavfi -i anoisesrc=d=${minutes * 60}:a=0.1:c=pink -ac 2 -c:a aac`, path);
    return path;
  };
  const name = `${soundMinutes} minutes of sound: slow sounds, the largest process`;
  const sound = { path: record(soundMinutes), seconds: soundMinutes * 60, phraseEnds: [], isLevelled: true };
  report(name, await peakOfChildren(renderTimeStretch({ tools, folder, signal }, sound)), null);
  const length = analysisMinutes * 60;
  const analysis = analyzeSamples(
    { tools, signal },
    {
      path: record(analysisMinutes),
      stream: 0,
      seconds: length,
      rate: analysisRate,
      raw: join(folder, "sound.f32"),
    },
    new URL("../server/modules/media/sound/sound-worker.ts", import.meta.url),
  );
  report(`${analysisMinutes} minutes of sound: analysis, ffmpeg`, await peakOfChildren(analysis), null);
  report(
    `${analysisMinutes} minutes of sound: analysis, node above ${idle.toFixed(0)}`,
    (await peakOf("self"))! - idle,
    null,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
