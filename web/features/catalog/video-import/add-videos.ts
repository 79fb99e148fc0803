import { graphql, readFragment } from "../../../graphql/graphql.ts";
import type { CombinedError, GraphqlClient } from "../../../graphql/hooks.ts";
import { ImportItemFragment, isUploadedState, type ImportItem } from "./import-fragment.ts";
import { fingerprintOf, readSidecar, type LocalVideo } from "./local-files.ts";

const AddFiles = graphql(
  `
    mutation VideoImportAddFiles($id: ID!, $files: [VideoImportFileInput!]!) {
      videoImportAddFiles(id: $id, files: $files) {
        fingerprint
        outcome
        classId
        item {
          id
          ...VideoImportItem
        }
      }
    }
  `,
  [ImportItemFragment],
);

/** Per request: reading a hundred files takes a moment, and the first uploads needn't wait for all. */
const perRequest = 25;

/** A video that the studio has already, or that can't be uploaded. */
export type SkippedVideo = {
  name: string;
  reason: "known" | "too_large" | "unreadable";
  classId: string | null;
};
type Added = { uploads: { item: ImportItem; video: LocalVideo }[]; skipped: SkippedVideo[] };

/**
 * Registers videos with an import.
 * @param onAdded called for each part of them
 * @returns the error that ended it
 */
export async function addVideos(
  client: GraphqlClient,
  importId: string,
  videos: readonly LocalVideo[],
  onAdded: (added: Added, count: number) => void,
): Promise<CombinedError | null> {
  for (let at = 0; at < videos.length; at += perRequest) {
    const some = videos.slice(at, at + perRequest);
    const read = await Promise.all(some.map(readVideo));
    const files = read.filter((file) => file !== null);
    const { data, error } = await client.mutation(AddFiles, { id: importId, files });
    if (!data) return error ?? null;
    const added: Added = { uploads: [], skipped: [] };
    const results = new Map(data.videoImportAddFiles.map((result) => [result.fingerprint, result]));
    for (const [place, video] of some.entries()) {
      const file = read[place];
      const result = file ? results.get(file.fingerprint) : undefined;
      const item = result?.item ? readFragment(ImportItemFragment, result.item) : null;
      const reason = result?.outcome === "too_large" ? "too_large" : result ? "known" : "unreadable";
      const isDone = !item || isUploadedState(item.state) || result?.outcome === "too_large";
      if (item && !isDone) added.uploads.push({ item, video });
      else added.skipped.push({ name: video.file.name, reason, classId: result?.classId ?? null });
    }
    onAdded(added, Math.min(at + perRequest, videos.length));
  }
  return null;
}

/** Null for a file that is empty, or was moved or deleted since it was chosen. */
async function readVideo(video: LocalVideo) {
  try {
    const { file, folder } = video;
    if (file.size === 0) return null;
    const sidecar = await readSidecar(video);
    return {
      ...sidecar,
      fileName: file.name,
      folder,
      sizeInBytes: file.size,
      fingerprint: await fingerprintOf(file),
      recordedAt: sidecar.recordedAt ?? new Date(file.lastModified).toISOString(),
    };
  } catch {
    return null;
  }
}
