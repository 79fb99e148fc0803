import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FileAngle } from "./angle.ts";
import { encodeArgs } from "./commands/encode.ts";
import type { Preset } from "./commands/encode.ts";
import { soundArgs } from "./commands/sound.ts";
import type { StretchStore, StretchTurns, TranscodeContext } from "./context.ts";
import type { StillsPlan } from "./filters.ts";
import { sourceFlags } from "./hardening.ts";
import { cutStills, joinRenditions } from "./joining.ts";
import { framesPerSecond, gopFrames } from "./ladder.ts";
import type { FrameRate } from "./ladder.ts";
import { measureSeconds } from "./measure.ts";
import { ChildFailed, runChild } from "./process.ts";
import { frameReader } from "./progress.ts";
import { isEnough, spansOf } from "./spans.ts";
import type { Span, TimeSpan } from "./spans.ts";
import { encodeLimits } from "./tools.ts";

/** How long a stretch is, seconds, rounded to whole segments; the last one is up to twice as long. An interrupted transcode encodes at most one again. */
const stretchSeconds = 60;
/** Shorter videos are encoded in one piece, seconds. */
const minSeconds = 2.5 * stretchSeconds;
/** Part of a frame's length before a stretch that is decoded, too: less than half, so that the frame before rounds away. */
const leadFrames = 0.499;

interface Stretch {
  readonly first: number;
  readonly frames: number;
}

/** What encoding any stretch of a file needs beside the file itself. Survives JSON. */
export interface StretchPlan {
  /** Without the path of its source. */
  readonly angle: FileAngle;
  readonly rate: FrameRate;
  /** Of the whole file. */
  readonly frames: number;
  readonly preset: Preset;
}

/** Divides frames into stretches of whole segments. Null for a video that is encoded in one piece. */
export function stretchesOf(frames: number, rate: FrameRate): Stretch[] | null {
  const fps = framesPerSecond(rate);
  if (frames < minSeconds * fps) return null;
  const segment = 2 * gopFrames(rate);
  const length = Math.max(1, Math.round((stretchSeconds * fps) / segment)) * segment;
  const count = Math.max(1, Math.floor(frames / length));
  // The last one takes the rest: a stretch of a few frames may be beyond the last one that can be read.
  return Array.from({ length: count }, (_unused, index) => ({
    first: index * length,
    frames: index === count - 1 ? frames - index * length : length,
  }));
}

export interface StretchWork {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly stills: StillsPlan | null;
  /** Gain for the sound, decibels; null omits sound. */
  readonly gainDb: number | null;
  readonly preset: Preset;
  readonly folder: string;
  /** Unique among the angles of a class. */
  readonly name: string;
  readonly onPart: (part: number) => void;
}

/**
 * Encodes a long file in stretches, stores each, and joins them. Stretches that an earlier attempt or another worker stored aren't
 * encoded again.
 * @returns false for a source that can't be read from the middle: it must be encoded in one piece
 */
export async function encodeInStretches(
  context: TranscodeContext,
  store: StretchStore,
  { angle, stretches }: { readonly angle: FileAngle; readonly stretches: readonly Stretch[] },
  work: StretchWork,
): Promise<boolean> {
  const files = filesOf(angle);
  const plan = planOf(angle, work);
  const pieces = stretches.map((stretch, index) => ({
    ...stretch,
    name: nameOf(work.name, plan, angle.source.path, stretch),
    folder: join(work.folder, `stretch-${index}`),
  }));
  /** Those in their folders. */
  const fetched = new Set<string>();
  let stored = 0;
  const showProgress = (part: number) =>
    work.onPart((0.9 * Math.min(pieces.length, Math.max(stored, fetched.size) + part)) / pieces.length);
  const turns = store.offer
    ? await store.offer({
        view: work.name,
        plan,
        stretches: pieces,
        files,
        spansOf: async (names) => {
          const asked = pieces.filter(({ name }) => names.has(name));
          const times = asked.map((piece) => timeSpanOf(plan, piece));
          const found = await spansOf(context, angle.source, times);
          return new Map(asked.flatMap(({ name }, index) => (found[index] ? [[name, found[index]]] : [])));
        },
        onStored: (count) => {
          stored = count;
          showProgress(0);
        },
      })
    : inOrder(
        pieces.map(({ name }) => name),
        context.signal,
      );
  const obtain = async (name: string, signal: AbortSignal): Promise<boolean> => {
    const piece = pieces.find((one) => one.name === name)!;
    await mkdir(piece.folder, { recursive: true });
    if (!(await store.fetch(name, piece.folder, files))) {
      const from = { plan, path: angle.source.path, stretch: piece, onPart: showProgress };
      if (!(await encodeStretch({ ...context, signal }, from, piece.folder))) return false;
      await store.save(name, piece.folder, files);
    }
    fetched.add(name);
    showProgress(0);
    return true;
  };
  const withdraw = async () => {
    await turns.withdraw();
    for (const { folder } of pieces) await rm(folder, { recursive: true, force: true });
    return false;
  };

  if (!(await turns.run(obtain, { waits: false }))) return withdraw();
  // While other workers encode what is left.
  if (work.gainDb !== null) await encodeSound(context, angle, work.gainDb, work);
  if (!(await turns.run(obtain, { waits: true }))) return withdraw();
  for (const { name } of pieces)
    if (!fetched.has(name) && !(await obtain(name, context.signal))) return withdraw();
  await joinRenditions(context, angle.rungs, pieces, work);
  for (const { folder } of pieces) await rm(folder, { recursive: true });
  work.onPart(0.95);
  if (work.stills) {
    const joined = join(work.folder, files[0]!);
    const seconds = await measureSeconds(context.tools, joined, context.signal);
    await cutStills(context, angle.rungs, work.stills, seconds, work);
  }
  work.onPart(1);
  return true;
}

/** The turns of a worker that is alone. */
function inOrder(names: readonly string[], signal: AbortSignal): StretchTurns {
  const left = names.values();
  return {
    run: async (encode) => {
      for (const name of left) if (!(await encode(name, signal))) return false;
      return true;
    },
    withdraw: async () => {},
  };
}

/**
 * Encodes a stretch that another worker offered.
 * @param offered.path its source, on this worker
 * @returns the names of its files in the folder; null if only that worker can encode it
 */
export async function encodeOffered(
  context: Pick<TranscodeContext, "tools" | "signal">,
  offered: {
    readonly name: string;
    readonly view: string;
    readonly plan: StretchPlan;
    readonly stretch: Stretch;
    readonly path: string;
  },
  folder: string,
): Promise<readonly string[] | null> {
  const { name, view, plan, stretch, path } = offered;
  if (nameOf(view, plan, path, stretch) !== name) return null;
  const isWhole = await encodeStretch(context, { plan, path, stretch, onPart: () => {} }, folder);
  return isWhole ? filesOf(plan.angle) : null;
}

const filesOf = ({ rungs }: FileAngle) => rungs.map(({ name }) => `${name}.mp4`);

const planOf = (angle: FileAngle, { rate, frames, preset }: StretchWork): StretchPlan => ({
  angle: { ...angle, source: { ...angle.source, path: "" } },
  rate,
  frames,
  preset,
});

/** The part of its source that a stretch is decoded from. */
function timeSpanOf({ angle: { skip, clock }, rate }: StretchPlan, { first, frames }: Stretch): TimeSpan {
  const fps = framesPerSecond(rate);
  const from = skip + ((first - leadFrames) / fps) * clock;
  // The encoder reads a second more.
  return { from: Math.max(0, from), to: from + frames / fps + 1 };
}

/** Whether a copy of its source that has only some bytes is enough to encode a stretch that another worker offered. */
export const isEnoughFor = (
  context: Pick<TranscodeContext, "tools" | "signal">,
  copy: { readonly path: string; readonly spans: readonly Span[] },
  plan: StretchPlan,
  stretch: Stretch,
): Promise<boolean> =>
  isEnough(context, { ...copy, videoStream: plan.angle.source.videoStream }, timeSpanOf(plan, stretch));

function argsOf({ angle, rate, preset }: StretchPlan, path: string, { first, frames }: Stretch): string[] {
  const { source, rungs, skip, clock } = angle;
  const fps = framesPerSecond(rate);
  return encodeArgs({
    source: { ...source, path },
    skip: skip + (first / fps) * clock,
    lead: first === 0 ? 0 : (leadFrames / fps) * clock,
    clock,
    rungs,
    rate,
    frames,
    preset,
    gainDb: null,
    stills: null,
  });
}

/** Where a stretch is stored. Of another source, or encoded otherwise, it has another name. */
function nameOf(view: string, plan: StretchPlan, path: string, stretch: Stretch): string {
  const { path: _path, ...source } = plan.angle.source;
  const args = argsOf(plan, "", stretch);
  const hash = createHash("sha256").update(JSON.stringify({ file: basename(path), source, args }));
  return `${view}-${stretch.first}-${hash.digest("hex").slice(0, 20)}`;
}

/** Encodes all renditions of a stretch into a folder. @returns false if it can't be read by itself */
async function encodeStretch(
  context: Pick<TranscodeContext, "tools" | "signal">,
  from: {
    readonly plan: StretchPlan;
    readonly path: string;
    readonly stretch: Stretch;
    readonly onPart: (part: number) => void;
  },
  folder: string,
): Promise<boolean> {
  const { plan, path, stretch } = from;
  let encoded = 0;
  try {
    await runChild({
      program: context.tools.ffmpeg,
      args: argsOf(plan, path, stretch),
      cwd: folder,
      limits: encodeLimits(stretch.frames / framesPerSecond(plan.rate)),
      signal: context.signal,
      onLine: frameReader((count) => {
        encoded = count;
        from.onPart(count / stretch.frames);
      }),
    });
  } catch (error) {
    // With few keyframes, all that is before a stretch must be decoded for it, which may take too long.
    const isUnreadable =
      error instanceof ChildFailed &&
      (error.fault === "exit" || (stretch.first > 0 && (error.fault === "cpu" || error.fault === "timeout")));
    if (isUnreadable) return false;
    throw error;
  }
  const isLast = stretch.first + stretch.frames === plan.frames;
  return encoded >= stretch.frames || (encoded > 0 && isLast);
}

/** Encodes the sound in one piece. */
async function encodeSound(
  context: TranscodeContext,
  { source, skip }: FileAngle,
  gainDb: number,
  { frames, rate, folder }: StretchWork,
): Promise<void> {
  const seconds = frames / framesPerSecond(rate);
  await runChild({
    program: context.tools.ffmpeg,
    args: soundArgs(source.path, gainDb, seconds, {
      stream: source.audioStream === null ? null : `0:${source.audioStream}`,
      flags: sourceFlags,
      skip,
    }),
    cwd: folder,
    limits: encodeLimits(seconds),
    signal: context.signal,
  });
}
