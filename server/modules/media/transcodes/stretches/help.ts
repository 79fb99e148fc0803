import { randomUUID } from "node:crypto";
import { access, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../../ctx.ts";
import type { HelpConditions } from "../../../../platform/module.ts";
import { av1View, av1WorkPrefix, discardLateAv1 } from "../../av1/files.ts";
import { transcodeOrder } from "../../order.ts";
import { uprightFolder, workFolder } from "../../paths.ts";
import { ChildFailed } from "../../pipeline/process.ts";
import { encodeOffered, isEnoughFor } from "../../pipeline/stretches.ts";
import type { StretchPlan } from "../../pipeline/stretches.ts";
import { installedTools } from "../../pipeline/tools.ts";
import { partialSource } from "../../uploads/source-parts.ts";
import { forgetSource, openSource } from "../../uploads/source-files.ts";
import { discardStretches } from "../discard.ts";
import { describeFailure, isStoreAway } from "../failures.ts";
import { holdClaim } from "./claim.ts";
import { storedStretches, stretchesPrefix } from "./files.ts";
import { claimOfferedStretch, giveBackStretch, renewClaim, setStretchStored } from "./store.ts";
import type { ClaimedStretch } from "./store.ts";

/** Videos whose stretches this worker had no space for. It claims them no more: their source would be downloaded again each time. */
const tooLarge = new Set<string>();

/** Encodes stretches of a transcode that another worker runs, while this worker has no transcode of its own. */
export const helpTranscodes = (ctx: Ctx, conditions: HelpConditions): Promise<void> =>
  help(ctx, conditions, { isAv1: false });

/** Encodes stretches in AV1 that another worker offers, while this worker has nothing else to encode. */
export const helpAv1 = async (ctx: Ctx, conditions: HelpConditions): Promise<void> => {
  if (ctx.config.mediaAv1) await help(ctx, conditions, { isAv1: true });
};

/**
 * Encodes stretches of one video, one after another. What fails here doesn't count against the video: the stretch is encoded by another
 * worker.
 */
async function help(
  ctx: Ctx,
  { signal, isIdle, onBegun }: HelpConditions,
  { isAv1 }: { readonly isAv1: boolean },
): Promise<void> {
  const claimant = randomUUID();
  let claimed = await claimOfferedStretch(ctx.db, claimant, { isAv1, from: null, except: [...tooLarge] });
  if (!claimed) return;
  onBegun();
  const { assetId } = claimed;
  const folder = join(workFolder(ctx), `${assetId}-${claimant}`);
  const source = sourceOf(claimed);
  let opened: string | null = null;
  const parts = source?.kind === "upload" ? partialSource(ctx, source.uploadId, folder) : null;
  const open = async (stretch: ClaimedStretch, until: AbortSignal) => {
    if (!source) return null;
    if (parts && opened === null && stretch.spans) {
      const part = await parts.add(stretch.spans, until).catch((error: unknown) => {
        if (!isStoreAway(error) || until.aborted) throw error;
        // Not every store answers with ranges.
        ctx.log.warn({ err: error, assetId }, "A part of a source couldn't be read; the whole source is");
        return null;
      });
      const context = { tools: installedTools(), signal: until };
      if (part && (await isEnoughFor(context, part, stretch.plan as StretchPlan, stretch))) return part.path;
    }
    // Beside the whole source, it would need the space twice.
    if (opened === null) await parts?.remove();
    opened ??= source.kind === "file" ? source.path : await openSource(ctx, source.uploadId, folder, until);
    // Without a store, it may be on another worker's disk.
    await access(opened);
    return opened;
  };
  try {
    await mkdir(folder, { recursive: true });
    while (claimed) {
      await encodeClaimed(ctx, { claimed, claimant, open, folder }, signal);
      const goesOn = !signal.aborted && isIdle();
      claimed = goesOn
        ? await claimOfferedStretch(ctx.db, claimant, { isAv1, from: claimed, except: [] })
        : null;
    }
    if (source?.kind === "upload" && isIdle()) await forgetSource(ctx, source.uploadId);
  } catch (error) {
    if (describeFailure(error).reason === "disk_full") tooLarge.add(assetId);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The source of a stretch's view; null if its order has none. */
function sourceOf({ order, view, version }: ClaimedStretch) {
  for (const { key, source, upright } of transcodeOrder.safeParse(order).data?.angles ?? [])
    for (const [name, each] of [
      [key, source],
      [uprightFolder(key), upright],
    ] as const)
      if ((version === null ? name : av1View(name, version)) === view && each && each.kind !== "cuts")
        return each;
  return null;
}

async function encodeClaimed(
  ctx: Ctx,
  work: {
    readonly claimed: ClaimedStretch;
    readonly claimant: string;
    /** @returns the path of the source; null if it isn't a file */
    readonly open: (stretch: ClaimedStretch, signal: AbortSignal) => Promise<string | null>;
    readonly folder: string;
  },
  signal: AbortSignal,
): Promise<void> {
  const { claimed, claimant, open, folder } = work;
  const { assetId, name, view, version } = claimed;
  const prefix = version === null ? stretchesPrefix(assetId) : av1WorkPrefix(assetId, version);
  // Files of the stretch may have been stored after those of its video were deleted.
  const discardLate = () =>
    version === null ? discardStretches(ctx, assetId) : discardLateAv1(ctx, assetId, version);
  const claim = { assetId, name, claimant };
  const held = holdClaim(ctx, claim, signal);
  let isLeftToOwner = false;
  try {
    const path = await open(claimed, held.signal);
    // Until here, the worker that offers it may have taken it: reading a large source takes long.
    if (!(await renewClaim(ctx.db, claim, true))) return;
    const context = { tools: installedTools(), signal: held.signal };
    const offered = { name, view, plan: claimed.plan as StretchPlan, stretch: claimed };
    const files = path === null ? null : await encodeOffered(context, { ...offered, path }, folder);
    isLeftToOwner = files === null;
    if (!files) return;
    const { save } = storedStretches(ctx.ports.storage, prefix, held.signal, (put) => put());
    await save(name, folder, files);
    if (await setStretchStored(ctx.db, assetId, name))
      ctx.log.info({ assetId, stretch: name }, "Encoded a stretch for another worker");
    else await discardLate();
  } catch (error) {
    if (held.signal.aborted) {
      await discardLate();
      return;
    }
    isLeftToOwner = error instanceof ChildFailed && error.fault !== "disk_full" && error.fault !== "killed";
    throw error;
  } finally {
    held.end();
    await giveBackStretch(ctx.db, claim, isLeftToOwner);
  }
}
