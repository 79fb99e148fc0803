import type { Ctx } from "../../../ctx.ts";
import type { Copy } from "../../../platform/stored-files/copy.ts";
import type { Storage, StoredObject } from "../../../platform/storage.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { sourceKey } from "./source-files.ts";
import { listReceivedOnDisk } from "./store.ts";

const filesAtOnce = 500;

/**
 * Source videos in the uploads' folder, and their places in the store. Uploads in progress are left out: their clients start
 * over after `saveUploadsInStore`.
 */
export async function* sourceVideosToMove(ctx: Ctx, folder: Storage): AsyncGenerator<Copy> {
  let batch: StoredObject[] = [];
  const moved = async function* (): AsyncGenerator<Copy> {
    const complete = new Set(
      await listReceivedOnDisk(
        ctx.db,
        batch.map(({ key }) => key),
      ),
    );
    for (const object of batch)
      if (complete.has(object.key))
        yield { object, to: sourceKey(object.key), contentType: "application/octet-stream" };
    batch = [];
  };
  for await (const object of folder.list("")) {
    if (!isUuid(object.key)) continue;
    if (batch.push(object) === filesAtOnce) yield* moved();
  }
  yield* moved();
}
