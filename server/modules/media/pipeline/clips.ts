import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { linkOrCopy } from "../link-or-copy.ts";
import { encodeArgs } from "./commands/encode.ts";
import type { Preset } from "./commands/encode.ts";
import { framesPerSecond } from "./ladder.ts";
import type { FrameRate, Rung } from "./ladder.ts";
import type { SourceProperties } from "./probe.ts";
import { runChild } from "./process.ts";
import { frameReader, progressReader } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { encodeLimits } from "./tools.ts";
import type { TranscodeContext } from "./context.ts";

/** An inspected clip. */
export interface Clip {
  readonly source: SourceProperties;
  readonly frames: number;
}

const entryFile = z.object({ frames: z.number().int().positive() });

/** Version of the clip encoding, part of the cache key; raise it when encoder options change. */
const recipe = 2;

/** Clips that a transcode has encoded or is encoding: folders by cache key. */
export type ClipsMade = Map<string, Promise<string>>;

/**
 * Returns the folder with a clip's renditions, from the cache or encoded now and moved there atomically. Concurrent
 * calls of both angles share one encoding.
 */
export async function encodedClip(
  context: TranscodeContext,
  clip: Clip,
  rungs: readonly Rung[],
  work: { rate: FrameRate; preset: Preset; made: ClipsMade },
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
  const made = work.made.get(key) ?? makeClip(context, key, clip, rungs, work, onPart);
  work.made.set(key, made);
  return made;
}

async function makeClip(
  context: TranscodeContext,
  key: string,
  { source, frames }: Clip,
  rungs: readonly Rung[],
  work: { rate: FrameRate; preset: Preset },
  onPart: (part: number) => void,
): Promise<string> {
  const entry = join(context.cacheFolder, key.slice(0, 40));
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
    // Updates the time of last use: the cache evicts the least recently used entries.
    await utimes(entry, new Date(), new Date());
    return linkEntry(context, entry, key, rungs);
  }
  const draft = join(context.folder, `clip-${randomUUID()}`);
  await mkdir(draft);
  const seconds = frames / framesPerSecond(work.rate);
  let encoded = 0;
  const [noteFrames, noteProgress] = [
    frameReader((count) => (encoded = count)),
    progressReader(seconds, onPart),
  ];
  await runChild({
    program: context.tools.ffmpeg,
    args: encodeArgs({
      source,
      rungs,
      rate: work.rate,
      frames,
      preset: work.preset,
      gainDb: null,
      stills: null,
      threads: 1,
    }),
    cwd: draft,
    limits: encodeLimits(seconds),
    signal: context.signal,
    onLine: (line) => {
      noteFrames(line);
      noteProgress(line);
    },
  });
  // A clip that turns out shorter would shift all later clips against the music.
  if (encoded !== frames) throw new SourceRefused("damaged", `a clip has ${encoded} pictures of ${frames}`);
  await writeFile(join(draft, "entry.json"), JSON.stringify({ frames }));
  await mkdir(context.cacheFolder, { recursive: true });
  const beside = `${entry}.${randomUUID()}.draft`;
  await moveFolder(draft, beside, ["entry.json", ...rungs.map((rung) => `${rung.name}.mp4`)]);
  try {
    await rename(beside, entry);
  } catch (error) {
    await rm(beside, { recursive: true });
    // Another transcode added the same clip first; its entry is equivalent.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "") || !(await isWhole()))
      throw error;
  }
  return linkEntry(context, entry, key, rungs);
}

/**
 * Hard-links an entry's renditions into the working folder, so that cache eviction can't remove them from a running
 * transcode.
 */
async function linkEntry(
  context: TranscodeContext,
  entry: string,
  key: string,
  rungs: readonly Rung[],
): Promise<string> {
  const folder = join(context.folder, `pinned-${key.slice(0, 40)}`);
  await mkdir(folder);
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

async function contentHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
