import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../ctx.ts";
import { transcodeOrder, transcodeSource } from "../order.ts";
import type { TranscodeOrder } from "../order.ts";
import { requestTranscode } from "./job.ts";
import { findOrder } from "./store.ts";

/**
 * Transcodes a class again with upright versions of its angles. Its published version stays until then.
 * @param order the order that the class was made by, with `upright` sources
 * @returns `pending` if a transcode of the class is under way, which a request would replace; `ignored` if the class
 * has no version, has other sources or was deleted
 */
export async function requestUprightVersions(
  tx: Tx,
  order: TranscodeOrder,
  options: { priority?: number } = {},
): Promise<"requested" | "pending" | "ignored"> {
  const last = await findOrder(tx.db, order.assetId);
  const given = transcodeOrder.safeParse(last?.order);
  const sourcesOf = ({ angles }: TranscodeOrder) =>
    angles.map(({ key, source }) => ({ key, source: transcodeSource.parse(source) }));
  if (!last || !given.success || !isDeepStrictEqual(sourcesOf(given.data), sourcesOf(order)))
    return "ignored";
  if (last.isPending) return "pending";
  if (!last.isPublished) return "ignored";
  await requestTranscode(tx, order, options);
  return "requested";
}
