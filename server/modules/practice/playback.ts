import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { isLocked } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { playbackOf } from "../media/index.ts";
import type { PlaybackLinks } from "../media/index.ts";
import { firstAllowanceMs } from "./credit.ts";
import { whileThere, withRecord } from "./records.ts";
import { insertGrants } from "./store.ts";

/** Records that playback of classes was granted to the viewer, batched into one statement. */
const grantLoader = defineLoader<string, true>(async (ctx, classIds) => {
  const { personId } = requireViewer(ctx);
  await whileThere(() =>
    insertGrants(ctx.db, { personId, classIds, allowanceMs: firstAllowanceMs, now: ctx.clock.now() }),
  );
  return new Map(classIds.map((id) => [id, true]));
});

/**
 * Links to a class for the viewer: all of it, or its preview. Records the first grant, since practice is credited from
 * then on. Staff who watch a class that isn't in the library don't practice. Null without a viewer, and until the video is available.
 */
export async function playbackOfClass(ctx: Ctx, found: ClassRow): Promise<PlaybackLinks | null> {
  if (!ctx.viewer || !found.assetId) return null;
  const scope = (await isLocked(ctx, found)) ? "preview" : "full";
  // Screens are counted per account, for all profiles of a family.
  const links = await playbackOf(ctx, { assetId: found.assetId, personId: ctx.viewer.accountId, scope });
  if (found.unpublishedState) return links;
  const isGranted = links !== null && (await withRecord(ctx, found, (record) => record?.isGranted ?? false));
  if (links && !isGranted) await grantLoader(ctx).load(found.id);
  return links;
}
