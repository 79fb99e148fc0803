import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { ClipsMade } from "./clips.ts";
import { encodeArgs } from "./commands/encode.ts";
import type { Preset } from "./commands/encode.ts";
import { packageArgs } from "./commands/pack.ts";
import { loudnessArgs, parseLoudness } from "./commands/sound.ts";
import { assembleCuts, encodeSound, planCuts } from "./cuts.ts";
import type { CutsPlan, CutsSource } from "./cuts.ts";
import { gainFor } from "./filters.ts";
import type { StillsPlan } from "./filters.ts";
import { sourceFlags } from "./hardening.ts";
import { constantRate, framesPerSecond, ladderFor } from "./ladder.ts";
import type { FrameRate, LadderLimits, Rung } from "./ladder.ts";
import { probeSource } from "./probe.ts";
import type { SourceProperties, SourceLimits } from "./probe.ts";
import { ChildFailed, runChild } from "./process.ts";
import { progressReader } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { chooseRateFactors, withFactors } from "./rate-factors.ts";
import type { RateFactors } from "./rate-factors.ts";
import { encodeInStretches, stretchesOf } from "./stretches.ts";
import { runTogether } from "../../../platform/concurrency.ts";
import type { ConcurrencyLimit } from "../../../platform/concurrency.ts";
import { encodeLimits } from "./tools.ts";
import type { TranscodeContext } from "./context.ts";

/** One angle: a file, or clips to join. */
export type AngleSource =
  | {
      readonly kind: "file";
      readonly path: string;
      /** Part of the file to use, milliseconds; default: from its start to its end. */
      readonly fromMs?: number | null;
      readonly toMs?: number | null;
      /** How much faster its clock runs than that of the main angle, parts per million. */
      readonly driftPpm?: number;
    }
  | CutsSource;

/** An inspected angle of one file. */
export interface FileAngle {
  readonly kind: "file";
  readonly source: SourceProperties;
  readonly rungs: Rung[];
  readonly frames: number;
  /** Start position in the source, seconds. */
  readonly skip: number;
  /** Seconds of its clock in a second of the class. */
  readonly clock: number;
  readonly bytes: number;
}

/** An inspected angle, with everything that its encoding needs. */
export type Angle = FileAngle | ({ readonly kind: "cuts" } & CutsPlan);

/** Minimum length of a trimmed source, seconds. */
const minCutSeconds = 0.2;

/**
 * Inspects an angle.
 * @param rate frame rate of the other angle, to use for this one too
 * @throws SourceRefused
 */
export async function planAngle(
  context: TranscodeContext,
  source: AngleSource,
  request: { readonly limits: SourceLimits; readonly encoding: LadderLimits & { readonly preset: Preset } },
  rate?: FrameRate,
): Promise<{ angle: Angle; rate: FrameRate }> {
  if (source.kind === "cuts") {
    const plan = await planCuts(context, source, request, rate);
    return { angle: { kind: "cuts", ...plan }, rate: plan.rate };
  }
  const facts = await probeSource(context.tools, source.path, request.limits, context.signal);
  const chosen = rate ?? constantRate(facts.rate, request.encoding.maxFrameRate);
  const skip = (source.fromMs ?? 0) / 1000;
  const end = Math.min(facts.seconds, (source.toMs ?? Infinity) / 1000);
  if (end - skip < minCutSeconds) throw new SourceRefused("too_short", "nothing is left of it");
  const clock = 1 + (source.driftPpm ?? 0) / 1e6;
  const frames = Math.max(1, Math.round(((end - skip) / clock) * framesPerSecond(chosen)));
  return {
    angle: {
      kind: "file",
      source: facts,
      rungs: ladderFor(facts.size, chosen, request.encoding),
      frames,
      skip,
      clock,
      bytes: facts.bytes,
    },
    rate: chosen,
  };
}

export interface AngleWork {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly stills: StillsPlan | null;
  readonly withSound: boolean;
  readonly preset: Preset;
  readonly folder: string;
  /** Unique among the angles of a class. */
  readonly name: string;
  /** Shared across angles: encodes their clips in turn, each clip once. */
  readonly inTurn: ConcurrencyLimit;
  readonly made: ClipsMade;
  readonly onPart: (part: number) => void;
}

/**
 * Encodes an angle's renditions, sound and stills, as requested, into `work.folder`.
 * @returns the rate factors that were measured; null: the ladder's
 */
export async function encodeAngle(
  context: TranscodeContext,
  angle: Angle,
  work: AngleWork,
): Promise<RateFactors | null> {
  if (angle.kind === "cuts") {
    const { audio } = angle;
    await runTogether(context.signal, [
      // Requested first: encoding sound is the longest single piece of work, on one thread.
      async (signal) => {
        const seconds = work.frames / framesPerSecond(work.rate);
        if (work.withSound)
          await work.inTurn(() => encodeSound({ ...context, signal }, audio, seconds, work.folder));
      },
      (signal) => assembleCuts({ ...context, signal }, angle, work),
    ]);
    // Clips are encoded once for all classes that they are in.
    return null;
  }
  const factors = await chooseRateFactors(context, angle, work);
  await encodeFile(context, { ...angle, rungs: withFactors(angle.rungs, factors ?? {}) }, work);
  return factors;
}

async function encodeFile(context: TranscodeContext, angle: FileAngle, work: AngleWork): Promise<void> {
  const { source, rungs, skip, clock } = angle;
  const seconds = work.frames / framesPerSecond(work.rate);
  let gainDb: number | null = null;
  if (work.withSound) {
    gainDb = 0;
    if (source.audioStream !== null) {
      const { stderr } = await runChild({
        program: context.tools.ffmpeg,
        args: loudnessArgs(source.path, `0:${source.audioStream}`, seconds, sourceFlags, skip),
        limits: encodeLimits(seconds),
        signal: context.signal,
      });
      gainDb = gainFor(parseLoudness(stderr));
    }
  }
  const stretches = stretchesOf(work.frames, work.rate);
  if (
    stretches &&
    context.stretches &&
    (await encodeInStretches(context, context.stretches, { angle, stretches }, { ...work, gainDb }).catch(
      asRefusal,
    ))
  )
    return;
  await runChild({
    program: context.tools.ffmpeg,
    args: encodeArgs({
      source,
      skip,
      clock,
      rungs,
      rate: work.rate,
      frames: work.frames,
      preset: work.preset,
      gainDb,
      stills: work.stills,
    }),
    cwd: work.folder,
    limits: encodeLimits(seconds),
    signal: context.signal,
    onLine: progressReader(seconds, work.onPart),
  }).catch(asRefusal);
}

/**
 * Maps a resource limit to a refusal. A source that exceeds the limits of its length is hostile or broken, and would
 * again.
 */
function asRefusal(error: unknown): never {
  if (error instanceof ChildFailed) {
    if (error.fault === "cpu" || error.fault === "memory" || error.fault === "file_size")
      throw new SourceRefused("too_costly", error.fault);
    if (
      error.fault === "exit" &&
      /Invalid data found when processing input|Error while decoding|not on whitelist|does not contain any stream|matches no streams|Error submitting audio frame to the encoder/i.test(
        error.detail,
      )
    ) {
      throw new SourceRefused("damaged", "it can't be decoded");
    }
  }
  throw error;
}

/**
 * Packages renditions into `folder`, and deletes the inputs.
 * @param from folders of the renditions and of the sound, relative to `folder`
 */
export async function packageAngle(
  context: TranscodeContext,
  rungs: readonly Rung[],
  rate: FrameRate,
  folder: string,
  from: { readonly rungs: string; readonly sound: string },
): Promise<void> {
  await mkdir(folder);
  try {
    await runChild({
      program: context.tools.packager,
      args: packageArgs(rungs, rate, from.rungs, `${from.sound}/sound.mp4`),
      cwd: folder,
      limits: {
        wallMs: 30 * 60_000,
        cpuSeconds: 15 * 60,
        memoryBytes: 4 * 1024 ** 3,
        fileBytes: 4 * 1024 ** 3,
      },
      signal: context.signal,
    });
  } catch (error) {
    // shaka-packager doesn't report why it could not write.
    if (error instanceof ChildFailed && error.fault === "exit" && (await isNearlyFull(folder)))
      throw new ChildFailed(error.program, "disk_full", error.detail);
    throw error;
  }
  for (const rung of rungs) await rm(join(folder, from.rungs, `${rung.name}.mp4`));
}

/** Whether a folder's disk has less than 4 MiB free. */
export async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 4 * 1024 * 1024;
}
