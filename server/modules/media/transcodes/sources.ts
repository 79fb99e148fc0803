import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import type { TranscodeOrder } from "../order.ts";
import type { CaptionSource } from "../pipeline/captions.ts";
import type { TranscodeRequest } from "../pipeline/transcode.ts";
import { fetchSource } from "../uploads/source-files.ts";

/**
 * Reads an order's uploads from the store, and writes its captions, into the job's folder.
 * @returns what the pipeline needs
 * @throws SourceMissing, StorageUnavailable
 */
export async function fetchSources(
  ctx: Ctx,
  order: TranscodeOrder,
  folder: string,
  signal: AbortSignal,
): Promise<Pick<TranscodeRequest, "angles" | "captions">> {
  const angles: TranscodeRequest["angles"][number][] = [];
  for (const { key, source } of order.angles) {
    if (source.kind !== "upload") angles.push({ key, source });
    else {
      const { uploadId, fromMs = null, toMs = null } = source;
      const path = await fetchSource(ctx, uploadId, folder, signal);
      angles.push({ key, source: { kind: "file", path, fromMs, toMs } });
    }
  }
  const captions: CaptionSource[] = [];
  for (const { language, label, ...file } of order.captions) {
    const path = "path" in file ? file.path : join(folder, `captions-${language}.vtt`);
    if ("content" in file) await writeFile(path, file.content, { mode: 0o600 });
    captions.push({ language, label, path });
  }
  return { angles, captions };
}
