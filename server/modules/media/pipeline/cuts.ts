import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  access,
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  concatArgs,
  concatScript,
  encodeArgs,
  loudnessArgs,
  parseLoudness,
  posterArgs,
  soundArgs,
  spritesArgs,
} from "./commands.ts";
import type { Preset } from "./commands.ts";
import { gainFor } from "./filters.ts";
import type { StillsPlan } from "./filters.ts";
import { soundFlags } from "./hardening.ts";
import { constantRate, framesPerSecond, ladderFor } from "./ladder.ts";
import type { FrameRate, LadderLimits, Rung } from "./ladder.ts";
import { measureTrack } from "./measure.ts";
import { probeSource } from "./probe.ts";
import type { SourceFacts, SourceLimits } from "./probe.ts";
import { runChild } from "./process.ts";
import { progressReader } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { encodeLimits } from "./tools.ts";
import type { Workshop } from "./workshop.ts";

/** An angle put together from clips: `order` names each clip to show, one after another, by its index. */
export interface CutsSource {
  readonly kind: "cuts";
  readonly clips: readonly { readonly path: string }[];
  readonly order: readonly number[];
  /** The sound for the whole length; of the front angle it is used, of the back one not. */
  readonly audio: string;
}

interface Clip {
  readonly source: SourceFacts;
  readonly frames: number;
}

/** Clips that were looked at. All have one size, and together `frames` pictures at `rate`. */
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

/** Looks at every clip. @throws SourceRefused also when their sizes or rates differ */
export async function planCuts(
  shop: Workshop,
  source: CutsSource,
  { limits, encoding }: CutsRequest,
  rate?: FrameRate,
): Promise<CutsPlan> {
  if (source.order.length === 0 || source.order.some((index) => !source.clips[index]))
    throw new SourceRefused("clips_differ", "the order names a clip that isn't there");
  const facts: SourceFacts[] = [];
  for (const clip of source.clips) facts.push(await probeSource(shop.tools, clip.path, limits, shop.signal));
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

/** Encodes what the cache lacks, joins every rung without encoding again, makes sound and stills; all in `work.folder`. */
export async function assembleCuts(
  shop: Workshop,
  plan: CutsPlan,
  work: {
    rate: FrameRate;
    frames: number;
    stills: StillsPlan | null;
    withSound: boolean;
    preset: Preset;
    folder: string;
    onPart: (part: number) => void;
  },
): Promise<void> {
  const used = [...new Set(plan.order)];
  const total = used.reduce((sum, index) => sum + plan.clips[index]!.frames, 0);
  const folders = new Map<number, string>();
  let done = 0;
  const left = used.values();
  const failed = new AbortController();
  const encoding = { ...shop, signal: AbortSignal.any([shop.signal, failed.signal]) };
  const failures: unknown[] = [];
  const encodeNext = async () => {
    try {
      for (const index of left) {
        if (failed.signal.aborted) return;
        const clip = plan.clips[index]!;
        folders.set(
          index,
          await encodedClip(encoding, clip, plan.rungs, work, (part) =>
            work.onPart((0.8 * (done + part * clip.frames)) / total),
          ),
        );
        done += clip.frames;
        work.onPart((0.8 * done) / total);
      }
    } catch (error) {
      failures.push(error);
      failed.abort();
    }
  };
  // A short clip keeps an encoder's threads busy for a part of its time only. When one fails, the other ends before we go on: the
  // caller removes the folder that both work in.
  await Promise.all([encodeNext(), encodeNext()]);
  if (failures.length > 0) throw failures[0];
  const seconds = work.frames / framesPerSecond(work.rate);
  for (const rung of plan.rungs) {
    const script = join(work.folder, `${rung.name}.ffconcat`);
    await writeFile(
      script,
      concatScript(plan.order.map((index) => join(folders.get(index)!, `${rung.name}.mp4`))),
    );
    await runChild({
      program: shop.tools.ffmpeg,
      args: concatArgs(script, work.rate, `${rung.name}.mp4`),
      cwd: work.folder,
      limits: encodeLimits(seconds),
      signal: shop.signal,
    });
    await rm(script);
  }
  work.onPart(0.9);
  if (work.withSound)
    await encodeSound(shop, plan.audio, seconds, work.folder, (part) => work.onPart(0.9 + 0.08 * part));
  if (work.stills) {
    const { poster, thumbnail, posterFrame, storyboard } = work.stills;
    const shown =
      plan.rungs.find((rung) => rung.width === poster.width && rung.height === poster.height) ??
      plan.rungs[0]!;
    const still = {
      program: shop.tools.ffmpeg,
      cwd: work.folder,
      limits: encodeLimits(seconds),
      signal: shop.signal,
    };
    await runChild({
      ...still,
      args: posterArgs(
        join(work.folder, `${shown.name}.mp4`),
        posterFrame / framesPerSecond(work.rate),
        poster,
        thumbnail,
      ),
    });
    await runChild({
      ...still,
      args: spritesArgs(join(work.folder, `${plan.rungs.at(-1)!.name}.mp4`), storyboard),
    });
  }
  work.onPart(1);
}

async function encodeSound(
  shop: Workshop,
  path: string,
  seconds: number,
  folder: string,
  onPart: (part: number) => void,
): Promise<void> {
  const call = {
    program: shop.tools.ffmpeg,
    cwd: folder,
    limits: encodeLimits(seconds),
    signal: shop.signal,
  };
  const { stderr } = await runChild({ ...call, args: loudnessArgs(path, "0:a:0", seconds, soundFlags) });
  await runChild({
    ...call,
    args: soundArgs(path, gainFor(parseLoudness(stderr)), seconds),
    onLine: progressReader(seconds, onPart),
  });
}

const entryFile = z.object({ frames: z.number().int().positive() });

/** Names what the encoding of a clip depends on besides its content; a change of options makes new entries. */
const recipe = 1;

/** The folder with a clip's rungs: from the cache, or encoded now and put there in one step. */
async function encodedClip(
  shop: Workshop,
  clip: Clip,
  rungs: readonly Rung[],
  work: { rate: FrameRate; preset: Preset },
  onPart: (part: number) => void,
): Promise<string> {
  const { source, frames } = clip;
  const key = createHash("sha256")
    .update(
      JSON.stringify({
        recipe,
        content: await contentHash(source.path),
        rungs,
        rate: work.rate,
        frames,
        preset: work.preset,
      }),
    )
    .digest("hex");
  const entry = join(shop.cacheFolder, key.slice(0, 40));
  const isWhole = async () => {
    try {
      entryFile.parse(JSON.parse(await readFile(join(entry, "entry.json"), "utf8")));
      for (const rung of rungs) await access(join(entry, `${rung.name}.mp4`));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  };
  if (await isWhole()) {
    // What was used lately is kept longest.
    await utimes(entry, new Date(), new Date());
    return pinned(shop, entry, key, rungs);
  }
  const draft = join(shop.folder, `clip-${randomUUID()}`);
  await mkdir(draft);
  const seconds = frames / framesPerSecond(work.rate);
  await runChild({
    program: shop.tools.ffmpeg,
    args: encodeArgs({
      source,
      rungs,
      rate: work.rate,
      frames,
      preset: work.preset,
      gainDb: null,
      stills: null,
    }),
    cwd: draft,
    limits: encodeLimits(seconds),
    signal: shop.signal,
    onLine: progressReader(seconds, onPart),
  });
  for (const rung of rungs) {
    const track = await measureTrack(shop.tools, join(draft, `${rung.name}.mp4`), shop.signal);
    // A clip that turns out shorter would push all that follows off the music.
    if (track.frames !== frames)
      throw new SourceRefused("damaged", `a clip has ${track.frames} pictures of ${frames}`);
  }
  await writeFile(join(draft, "entry.json"), JSON.stringify({ frames }));
  await mkdir(shop.cacheFolder, { recursive: true });
  const beside = `${entry}.${randomUUID()}.draft`;
  await moveFolder(draft, beside, ["entry.json", ...rungs.map((rung) => `${rung.name}.mp4`)]);
  try {
    await rename(beside, entry);
  } catch (error) {
    await rm(beside, { recursive: true });
    // Another transcode was first with the same clip: its entry is as good.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "") || !(await isWhole()))
      throw error;
  }
  return pinned(shop, entry, key, rungs);
}

/** Links an entry's rungs into the working folder, so that pruning the cache can't take them away from a transcode that runs. */
async function pinned(shop: Workshop, entry: string, key: string, rungs: readonly Rung[]): Promise<string> {
  const folder = join(shop.folder, `pinned-${key.slice(0, 40)}`);
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return folder; // the same content twice
    throw error;
  }
  for (const { name } of rungs) await linkOrCopy(join(entry, `${name}.mp4`), join(folder, `${name}.mp4`));
  return folder;
}

async function moveFolder(from: string, to: string, names: readonly string[]): Promise<void> {
  await mkdir(to);
  try {
    for (const name of names) await linkOrCopy(join(from, name), join(to, name));
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
  await rm(from, { recursive: true });
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    await copyFile(from, to);
  }
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
