import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { slowSoundArgs, slowPackageArgs } from "../pipeline/commands.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import type { Tools } from "../pipeline/tools.ts";
import { slowFilter, slowPercents } from "./stretch.ts";

/**
 * Slows the sound of a class to every tempo of {@link slowPercents}.
 * @param shop.folder an empty folder; the caller removes it
 * @param sound a file of the class's sound, made by the pipeline; `seconds` of it are taken
 * @returns the folder that holds exactly what is published: `<percent>/index.m3u8` and its segments
 * @throws ChildFailed
 */
export async function renderSlowSounds(
  shop: { readonly tools: Tools; readonly folder: string; readonly signal: AbortSignal },
  sound: string,
  seconds: number,
): Promise<string> {
  const { tools, signal } = shop;
  const out = join(shop.folder, "out");
  await mkdir(out);
  const slowest = Math.min(...slowPercents);
  const limits = encodeLimits(((seconds * 100) / slowest) * slowPercents.length);
  const outputs = slowPercents.map((percent) => ({
    percent,
    filter: slowFilter(percent / 100),
    seconds: (seconds * 100) / percent,
  }));
  await runChild({
    program: tools.ffmpeg,
    args: slowSoundArgs(sound, seconds, outputs),
    cwd: shop.folder,
    limits,
    signal,
    onLine: () => undefined,
  });
  await runChild({
    program: tools.packager,
    args: slowPackageArgs(slowPercents, ".."),
    cwd: out,
    limits: { ...limits, memoryBytes: 4 * 1024 ** 3 },
    signal,
  });
  await rm(join(out, "master.m3u8"));
  return out;
}
