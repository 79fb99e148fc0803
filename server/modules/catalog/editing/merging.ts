import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { removeTranslations } from "../../site/index.ts";
import { currentSlug } from "../aliases.ts";
import type { MergedKind } from "../aliases.ts";
import { entryMerged } from "../events.ts";
import { requireEditor } from "./classes.ts";
import { dropOwnImage } from "./entry-images.ts";
import { deleteEntry } from "./store-entries.ts";
import { countMerge, lockForMerge, moveFollowersAhead, moveToEntry } from "./store-merging.ts";
import type { MergeCounts } from "./store-merging.ts";

export type { MergeCounts } from "./store-merging.ts";

/** What merging an entry into another one of its kind would move. @throws BadInput, NotFound, Unauthenticated */
export async function mergePreview(
  ctx: Ctx,
  kind: MergedKind,
  pair: { readonly from: string; readonly into: string },
): Promise<MergeCounts> {
  requireEditor(ctx);
  refuseSame(pair);
  const counts = await countMerge(ctx.db, kind, pair);
  if (!counts) throw new NotFound(kind);
  return counts;
}

/**
 * Merges an entry into another one of its kind: what stands under it and its followers move there, and its slug leads there. A category
 * gets the goals of both; an instructor gets what the merged one has and they lack. Idempotent.
 * @returns the slug of the remaining entry
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function mergeEntry(
  ctx: Ctx,
  kind: MergedKind,
  pair: { readonly from: string; readonly into: string },
): Promise<string> {
  requireEditor(ctx);
  refuseSame(pair);
  const { from } = pair;
  const ahead = { from, into: await currentSlug(ctx, kind, pair.into) };
  const counts = await countMerge(ctx.db, kind, ahead);
  // Most of the time goes into followers. Classes are locked only for the rest of it.
  if (counts) await moveFollowersAhead(ctx, kind, { ...ahead, followers: counts.followers });
  return ctx.transact(async (tx) => {
    const into = await currentSlug(tx, kind, pair.into);
    const locked = await lockForMerge(tx.db, kind, { from, into });
    const merged = locked.find(({ slug }) => slug === from);
    const target = locked.find(({ slug }) => slug === into);
    if (!merged || !target) {
      // Read again: another call may have merged one of them while this one waited for the lock.
      const remaining = await currentSlug(tx, kind, into);
      if ((await currentSlug(tx, kind, from)) !== remaining) throw new NotFound(kind);
      return remaining;
    }
    const { classes, categories } = (await countMerge(tx.db, kind, { from, into }))!;
    await moveToEntry(tx.db, kind, { from, into, name: merged.name, now: tx.clock.now() });
    if (kind !== "section") await dropOwnImage(tx, kind, from);
    await deleteEntry(tx.db, kind, from);
    if (kind !== "instructor") await removeTranslations(tx, kind, from);
    await recordAuditEntry(tx, {
      action: "catalog.entries_merged",
      subject: `${kind}:${into}`,
      details: { merged: merged.name, slug: from, into: target.name, ...counts, classes, categories },
    });
    await tx.publish(entryMerged, { kind, from, into });
    return into;
  });
}

function refuseSame({ from, into }: { readonly from: string; readonly into: string }): void {
  if (from === into) throw new BadInput("into", msg("Choose another one to merge it into."));
}
