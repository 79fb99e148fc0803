import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTogether } from "../../../platform/concurrency.ts";
import { concatArgs, concatScript } from "./commands/join.ts";
import { posterArgs, spritesArgs } from "./commands/stills.ts";
import type { TranscodeContext } from "./context.ts";
import type { StillsPlan } from "./filters.ts";
import { framesPerSecond } from "./ladder.ts";
import type { FrameRate, Rung } from "./ladder.ts";
import { runChild } from "./process.ts";
import { encodeLimits } from "./tools.ts";

interface JoiningWork {
  readonly rate: FrameRate;
  readonly frames: number;
  /** Gets the joined renditions and the stills. */
  readonly folder: string;
}

const callOf = ({ tools, signal }: TranscodeContext, { rate, frames, folder }: JoiningWork) => ({
  program: tools.ffmpeg,
  cwd: folder,
  limits: encodeLimits(frames / framesPerSecond(rate)),
  signal,
});

/** Joins each rendition of the pieces, in their order, without encoding it again. */
export async function joinRenditions(
  context: TranscodeContext,
  rungs: readonly Rung[],
  pieces: readonly { readonly folder: string; readonly frames: number }[],
  work: JoiningWork,
): Promise<void> {
  const joins = rungs.map(({ name }) => ({
    script: join(work.folder, `${name}.ffconcat`),
    out: `${name}.mp4`,
  }));
  for (const { script, out } of joins)
    await writeFile(
      script,
      concatScript(
        pieces.map(({ folder, frames }) => ({
          path: join(folder, out),
          seconds: frames / framesPerSecond(work.rate),
        })),
      ),
    );
  await runChild({ ...callOf(context, work), args: concatArgs(joins, work.rate) });
  for (const { script } of joins) await rm(script);
}

/**
 * Cuts poster, thumbnail and storyboard out of joined renditions.
 * @param seconds how long the renditions are
 */
export async function cutStills(
  context: TranscodeContext,
  rungs: readonly Rung[],
  { poster, thumbnail, posterFrame, storyboard }: StillsPlan,
  seconds: number,
  work: JoiningWork,
): Promise<void> {
  const call = callOf(context, work);
  const shown =
    rungs.find((rung) => rung.width === poster.width && rung.height === poster.height) ?? rungs[0]!;
  const fps = framesPerSecond(work.rate);
  // Of a source that ends earlier than declared, one of the last frames.
  const at = Math.max(0, Math.min(posterFrame / fps, seconds - 3 / fps));
  const picture = join(work.folder, `${shown.name}.mp4`);
  const smallest = join(work.folder, `${rungs.at(-1)!.name}.mp4`);
  await runTogether(context.signal, [
    (signal) => runChild({ ...call, signal, args: posterArgs(picture, at, poster, thumbnail) }),
    (signal) => runChild({ ...call, signal, args: spritesArgs(smallest, storyboard) }),
  ]);
}
