import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import type { CombinedError, GraphqlClient } from "../../../graphql/hooks.ts";
import { ImportItemFragment, isUploadedState, type ImportItem } from "./import-fragment.ts";
import { readVideo, requestsOf } from "./file-requests.ts";
import type { LocalVideo } from "./local-files.ts";

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

/** Read at once: reading a hundred files takes a moment, and the first uploads needn't wait for all. */
const readAtOnce = 25;

/** A video that the studio has already, or that can't be uploaded. */
export type SkippedVideo = {
  name: string;
  reason: "known" | "too_large" | "unreadable";
  classId: string | null;
};
type Added = { uploads: { item: ImportItem; video: LocalVideo }[]; skipped: SkippedVideo[] };

type FileResult = ResultOf<typeof AddFiles>["videoImportAddFiles"][number];

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
  for (let at = 0; at < videos.length; at += readAtOnce) {
    const some = videos.slice(at, at + readAtOnce);
    const read = await Promise.all(some.map(readVideo));
    const added: Added = { uploads: [], skipped: [] };
    const results = new Map<string, FileResult>();
    for (const files of requestsOf(read.filter((file) => file !== null))) {
      // oxlint-disable-next-line no-await-in-loop -- One after another, so that files keep their order.
      const { data, error } = await client.mutation(AddFiles, { id: importId, files });
      if (!data) return error ?? null;
      for (const result of data.videoImportAddFiles) results.set(result.fingerprint, result);
    }
    for (const [place, video] of some.entries()) {
      const file = read[place];
      const result = file ? results.get(file.fingerprint) : undefined;
      const item = result?.item ? readFragment(ImportItemFragment, result.item) : null;
      const reason = result?.outcome === "too_large" ? "too_large" : result ? "known" : "unreadable";
      const isDone = !item || isUploadedState(item.state) || result?.outcome === "too_large";
      if (item && !isDone) added.uploads.push({ item, video });
      else added.skipped.push({ name: video.file.name, reason, classId: result?.classId ?? null });
    }
    onAdded(added, Math.min(at + readAtOnce, videos.length));
  }
  return null;
}
