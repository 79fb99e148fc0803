import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import type { TranscodeOrder } from "../order.ts";
import type { AngleSource } from "../pipeline/angle.ts";
import type { CaptionSource } from "../pipeline/captions.ts";
import type { TranscodeRequest } from "../pipeline/transcode.ts";
import { openSource } from "../uploads/source-files.ts";

/**
 * Opens an order's uploads, and writes its captions, in the job's folder.
 * @returns what the pipeline needs
 * @throws SourceMissing, StorageUnavailable
 */
export async function fetchSources(
  ctx: Ctx,
  order: TranscodeOrder,
  folder: string,
  signal: AbortSignal,
): Promise<Pick<TranscodeRequest, "angles" | "captions">> {
  const fetched = async (source: TranscodeOrder["angles"][number]["source"]): Promise<AngleSource> => {
    if (source.kind !== "upload") return source;
    const { uploadId, fromMs = null, toMs = null, driftPpm = 0 } = source;
    const path = await openSource(ctx, uploadId, folder, signal);
    return { kind: "file", path, fromMs, toMs, driftPpm };
  };
  const angles: TranscodeRequest["angles"][number][] = [];
  for (const { key, source, upright } of order.angles)
    angles.push({ key, source: await fetched(source), upright: upright ? await fetched(upright) : null });
  const captions: CaptionSource[] = [];
  for (const { language, label, ...file } of order.captions) {
    const path = "path" in file ? file.path : join(folder, `captions-${language}.vtt`);
    if ("content" in file) await writeFile(path, file.content, { mode: 0o600 });
    captions.push({ language, label, path });
  }
  return { angles, captions };
}
