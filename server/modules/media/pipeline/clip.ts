import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { frameGraph } from "./filters.ts";
import { inputOf, sourceFlags } from "./hardening.ts";
import type { Rung, Size } from "./ladder.ts";
import { probeSource } from "./probe.ts";
import type { SourceLimits } from "./probe.ts";
import { ChildFailed, runChild } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { encodeLimits, installedTools } from "./tools.ts";

/** Source limits for a small clip. */
export const clipLimits: SourceLimits = { maxBytes: 48 * 1024 * 1024, maxSeconds: 30 };
const clipSize: Size = { width: 640, height: 360 };
const rate = { numerator: 30, denominator: 1 } as const;

/** The size that fills the frame, in even pixels. */
function coverSize({ width, height }: Size): Size {
  const factor = Math.max(clipSize.width / width, clipSize.height / height);
  const even = (side: number) => 2 * Math.ceil((side * factor) / 2);
  return { width: even(width), height: even(height) };
}

/**
 * Renders a small silent clip, 640 × 360, for inline playback. Contains re-encoded pixels only, and no metadata of the
 * source.
 * @param path of the source; the clip is written next to it
 * @returns an MP4
 * @throws SourceRefused
 */
export async function makeSmallClip(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const tools = installedTools();
  const source = await probeSource(tools, path, clipLimits, signal);
  const rung: Rung = {
    ...coverSize(source.size),
    name: "film",
    maxKbps: 1200,
    crf: 27,
    profile: "high",
    level: "3.1",
  };
  const clipPath = `${path}.${randomUUID()}.mp4`;
  const coding =
    `-c:v libx264 -preset veryfast -profile:v ${rung.profile} -crf ${rung.crf} -maxrate ${rung.maxKbps}k -bufsize ${rung.maxKbps * 2}k ` +
    `-pix_fmt yuv420p -t ${clipLimits.maxSeconds} -map_metadata -1 -map_chapters -1 -movflags +faststart -f mp4`;
  try {
    await runChild({
      program: tools.ffmpeg,
      args: [
        ..."-hide_banner -nostdin -y -loglevel error".split(" "),
        ...sourceFlags,
        "-i",
        inputOf(path),
        "-filter_complex",
        `${frameGraph(source, [rung], rate, null)};[v0]crop=${clipSize.width}:${clipSize.height}[film]`,
        "-map",
        "[film]",
        ...coding.split(" "),
        clipPath,
      ],
      limits: { ...encodeLimits(source.seconds), wallMs: 120_000 },
      ...(signal ? { signal } : {}),
    });
    return await readFile(clipPath);
  } catch (error) {
    // If ffmpeg gives up, the source is damaged; if it reaches a limit, decoding costs too much.
    if (error instanceof ChildFailed && error.fault === "exit") throw new SourceRefused("damaged");
    if (error instanceof ChildFailed && ["timeout", "cpu", "memory", "file_size"].includes(error.fault))
      throw new SourceRefused("too_costly", error.fault);
    throw error;
  } finally {
    await rm(clipPath, { force: true });
  }
}
