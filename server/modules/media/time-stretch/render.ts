import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { loudnessArgs, parseLoudness } from "../pipeline/commands/sound.ts";
import { gainFor } from "../pipeline/filters.ts";
import { soundFlags } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";
import { bytesPerSample, stretchPackageArgs, soundRate, soundThroughArgs } from "./commands.ts";
import type { SoundFile } from "./commands.ts";
import { assemble, copySpans, lengthOf, planMontage, readPhrases } from "./montage.ts";
import type { Montage } from "./montage.ts";
import { levelFilter, stretchFilter, stretchPercents } from "./stretch.ts";

/** Folder and tools for stretching a sound. */
export interface StretchContext {
  readonly tools: Tools;
  /** An empty folder; the caller deletes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The sound of a class. */
export interface ClassSound {
  readonly path: string;
  readonly seconds: number;
  /**
   * Ends of its phrases in seconds, if assembled from clips. The first phrase begins at 0, and the last ends with the
   * sound.
   */
  readonly phraseEnds: readonly number[];
  /** Whether its loudness is already normalized. */
  readonly isLevelled: boolean;
}

/**
 * Stretches the sound of a class to every tempo of {@link stretchPercents}.
 * @returns the folder with exactly the published files: `<percent>/index.m3u8` and its segments
 * @throws ChildFailed
 */
export async function renderTimeStretch(context: StretchContext, sound: ClassSound): Promise<string> {
  const out = join(context.folder, "out");
  await mkdir(out);
  const gainDb = sound.isLevelled ? 0 : await measureGain(context, sound);
  const parts = sound.phraseEnds.length > 0 ? await cutParts(context, sound) : null;
  for (const percent of stretchPercents) {
    const rate = percent / 100;
    const filters = [stretchFilter(rate), levelFilter(gainDb)];
    const seconds = sound.seconds / rate;
    const encoded = { path: `${percent}.mp4`, isPlain: false };
    if (!parts) {
      await run(context, sound, filters, seconds, encoded);
      continue;
    }
    const [slow, whole] = [plain("slow.pcm"), plain("whole.pcm")];
    await run(context, parts.file, filters, parts.seconds / rate, slow);
    await assemble(join(context.folder, slow.path), parts.montage, rate, join(context.folder, whole.path));
    await run(context, whole, [], seconds, encoded);
  }
  await runChild({
    program: context.tools.packager,
    args: stretchPackageArgs(stretchPercents, ".."),
    cwd: out,
    limits: { ...encodeLimits(sound.seconds), memoryBytes: 4 * 1024 ** 3 },
    signal: context.signal,
  });
  await rm(join(out, "master.m3u8"));
  return out;
}

const plain = (path: string): SoundFile => ({ path, isPlain: true });

/** Concatenates the parts of a sound to stretch into one file. */
async function cutParts(
  context: StretchContext,
  sound: ClassSound,
): Promise<{ file: SoundFile; seconds: number; montage: Montage }> {
  const [whole, file] = [plain("sound.pcm"), plain("parts.pcm")];
  await run(context, sound, [], sound.phraseEnds.at(-1)!, whole);
  const ends = sound.phraseEnds.map((end) => Math.round(end * soundRate));
  const montage = planMontage(await readPhrases(join(context.folder, whole.path), ends));
  await copySpans(join(context.folder, whole.path), montage.slowed, join(context.folder, file.path));
  await rm(join(context.folder, whole.path));
  return { file, seconds: lengthOf(montage.slowed) / soundRate, montage };
}

async function measureGain(context: StretchContext, { path, seconds }: ClassSound): Promise<number> {
  const { stderr } = await runChild({
    program: context.tools.ffmpeg,
    args: loudnessArgs(path, "0:a:0", seconds, soundFlags),
    limits: encodeLimits(seconds),
    signal: context.signal,
  });
  return gainFor(parseLoudness(stderr));
}

async function run(
  context: StretchContext,
  from: { path: string; isPlain?: boolean },
  filters: readonly string[],
  seconds: number,
  to: SoundFile,
): Promise<void> {
  const limits = encodeLimits(seconds);
  await runChild({
    program: context.tools.ffmpeg,
    args: soundThroughArgs({ isPlain: false, ...from }, filters, seconds, to),
    cwd: context.folder,
    limits: { ...limits, fileBytes: Math.max(limits.fileBytes, seconds * soundRate * bytesPerSample) },
    signal: context.signal,
    onLine: () => undefined,
  });
}
