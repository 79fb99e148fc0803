import { stat } from "node:fs/promises";
import { encodedClip } from "./clips.ts";
import type { Clip, ClipsMade } from "./clips.ts";
import type { Preset } from "./commands/encode.ts";
import { loudnessArgs, parseLoudness, soundArgs } from "./commands/sound.ts";
import { gainFor } from "./filters.ts";
import type { StillsPlan } from "./filters.ts";
import { soundFlags } from "./hardening.ts";
import { constantRate, framesPerSecond, ladderFor } from "./ladder.ts";
import type { FrameRate, LadderLimits, Rung } from "./ladder.ts";
import { cutStills, joinRenditions } from "./joining.ts";
import { probeSource } from "./probe.ts";
import type { SourceLimits } from "./probe.ts";
import { runChild } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { runTogether } from "../../../platform/concurrency.ts";
import type { ConcurrencyLimit } from "../../../platform/concurrency.ts";
import { encodeLimits } from "./tools.ts";
import type { TranscodeContext } from "./context.ts";

/** An angle assembled from clips: `order` lists the clips to show, by index. */
export interface CutsSource {
  readonly kind: "cuts";
  readonly clips: readonly { readonly path: string }[];
  readonly order: readonly number[];
  /** Sound for the whole length; only the front angle's is used. */
  readonly audio: string;
}

/** Inspected clips. All have the same size, and together `frames` frames at `rate`. */
export interface CutsPlan {
  readonly clips: readonly Clip[];
  readonly order: readonly number[];
  readonly audio: string;
  readonly rungs: Rung[];
  readonly rate: FrameRate;
  readonly frames: number;
  readonly bytes: number;
}

interface CutsRequest {
  readonly limits: SourceLimits;
  readonly encoding: LadderLimits & { readonly preset: Preset };
}

/**
 * Inspects every clip.
 * @throws SourceRefused also if their sizes or rates differ
 */
export async function planCuts(
  context: Pick<TranscodeContext, "tools" | "signal">,
  source: CutsSource,
  { limits, encoding }: CutsRequest,
  rate?: FrameRate,
): Promise<CutsPlan> {
  if (source.order.length === 0 || source.order.some((index) => !source.clips[index]))
    throw new SourceRefused("clips_differ", "the order names a clip that isn't there");
  const facts = await runTogether(
    context.signal,
    source.clips.map(
      ({ path }) =>
        (signal: AbortSignal) =>
          probeSource(context.tools, path, limits, signal),
    ),
  );
  const first = facts[0]!;
  const chosen = rate ?? constantRate(first.rate, encoding.maxFrameRate);
  for (const one of facts) {
    if (one.size.width !== first.size.width || one.size.height !== first.size.height)
      throw new SourceRefused("clips_differ", "their sizes differ");
    if (framesPerSecond(constantRate(one.rate, encoding.maxFrameRate)) !== framesPerSecond(chosen))
      throw new SourceRefused("clips_differ", "their frame rates differ");
  }
  const clips = facts.map((one) => ({
    source: one,
    frames: Math.max(1, Math.round(one.seconds * framesPerSecond(chosen))),
  }));
  const frames = source.order.reduce((sum, index) => sum + clips[index]!.frames, 0);
  const seconds = frames / framesPerSecond(chosen);
  if (seconds > limits.maxSeconds) throw new SourceRefused("too_long", `${Math.round(seconds)} s`);
  return {
    clips,
    order: source.order,
    audio: source.audio,
    rungs: ladderFor(first.size, chosen, encoding),
    rate: chosen,
    frames,
    bytes: facts.reduce((sum, one) => sum + one.bytes, (await stat(source.audio)).size),
  };
}

/**
 * Encodes clips missing from the cache, joins every rendition without re-encoding, and makes the stills; all in
 * `work.folder`.
 */
export async function assembleCuts(
  context: TranscodeContext,
  plan: CutsPlan,
  work: {
    rate: FrameRate;
    frames: number;
    stills: StillsPlan | null;
    preset: Preset;
    folder: string;
    inTurn: ConcurrencyLimit;
    made: ClipsMade;
    onPart: (part: number) => void;
  },
): Promise<void> {
  const used = [...new Set(plan.order)];
  const total = used.reduce((sum, index) => sum + plan.clips[index]!.frames, 0);
  const parts = new Map<number, number>();
  const note = (index: number, part: number) => {
    parts.set(index, part * plan.clips[index]!.frames);
    work.onPart((0.9 * parts.values().reduce((sum, frames) => sum + frames, 0)) / total);
  };
  const encoded = await runTogether(
    context.signal,
    used.map(
      (index) => (signal: AbortSignal) =>
        work.inTurn(async () => {
          const clip = plan.clips[index]!;
          const made = await encodedClip({ ...context, signal }, clip, plan.rungs, work, (part) =>
            note(index, part),
          );
          note(index, 1);
          return made;
        }),
    ),
  );
  const folders = new Map(used.map((index, at) => [index, encoded[at]!]));
  await joinRenditions(
    context,
    plan.rungs,
    plan.order.map((index) => ({ folder: folders.get(index)!, frames: plan.clips[index]!.frames })),
    work,
  );
  work.onPart(0.95);
  const seconds = work.frames / framesPerSecond(work.rate);
  if (work.stills) await cutStills(context, plan.rungs, work.stills, seconds, work);
  work.onPart(1);
}

/**
 * Encodes the loudness-normalized sound of a class of clips as `sound.mp4` in a folder.
 * @param seconds of it to use
 */
export async function encodeSound(
  context: TranscodeContext,
  path: string,
  seconds: number,
  folder: string,
): Promise<void> {
  const call = {
    program: context.tools.ffmpeg,
    cwd: folder,
    limits: encodeLimits(seconds),
    signal: context.signal,
  };
  const { stderr } = await runChild({ ...call, args: loudnessArgs(path, "0:a:0", seconds, soundFlags) });
  await runChild({ ...call, args: soundArgs(path, gainFor(parseLoudness(stderr)), seconds) });
}
