import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../ctx.ts";
import { transcodeOrder, transcodeSource } from "../order.ts";
import type { TranscodeOrder } from "../order.ts";
import { requestTranscode } from "./job.ts";
import { findOrder } from "./store.ts";

/**
 * Transcodes a class again with upright versions of its angles. Its published version stays until then.
 * @param order the order that the class was made by, with `upright` sources
 * @returns false if the class is gone, or made from other sources since
 */
export async function requestUprightVersions(
  tx: Tx,
  order: TranscodeOrder,
  options: { priority?: number } = {},
): Promise<boolean> {
  const given = transcodeOrder.safeParse(await findOrder(tx.db, order.assetId));
  const sourcesOf = ({ angles }: TranscodeOrder) =>
    angles.map(({ key, source }) => ({ key, source: transcodeSource.parse(source) }));
  if (!given.success || !isDeepStrictEqual(sourcesOf(given.data), sourcesOf(order))) return false;
  await requestTranscode(tx, order, options);
  return true;
}
