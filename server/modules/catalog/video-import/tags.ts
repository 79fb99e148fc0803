import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import type { SourceTags } from "../../media/index.ts";
import { maxLengths } from "../editing/attributes.ts";
import { changeItem } from "./fill.ts";
import type { ItemChange } from "./fill.ts";
import { fitLine, fitText, readProposedSong } from "./proposals.ts";
import { findItemOfVideo } from "./store.ts";

/** Titles that programs write when no one gave one. */
const emptyTitle = /^(?:untitled|unbenannt|sin título|video|movie|main|timeline|sequence)[\s\d_-]*$/i;
/** Cameras without a clock count from 1904, 1970, 1980 or 2000. */
const firstYear = 2001;

/** What the tags of a container propose: a title that comes with an artist or an ISRC is a song's. */
function proposalOf({ title, artist, isrc, comment, recordedAt }: SourceTags): ItemChange {
  const song =
    artist || isrc
      ? readProposedSong({ title: title ?? "", artist: artist ?? null, isrc: isrc ?? null })
      : null;
  const ofClass = song || !title || emptyTitle.test(title) ? null : fitLine(title, maxLengths.title);
  const description = fitText(comment ?? null, maxLengths.description);
  const at = new Date(recordedAt ?? Number.NaN);
  return {
    fields: {
      ...(ofClass && { title: ofClass }),
      ...(description && { description }),
    },
    ...(at.getUTCFullYear() >= firstYear && { recordedAt: at }),
    ...(song && { proposedSong: song }),
  };
}

/** Proposes what the container of an imported file says, once it was inspected. Idempotent. */
export async function onSourceVideoTags(ctx: Ctx, sourceVideoId: string, tags: SourceTags): Promise<void> {
  const item = await findItemOfVideo(ctx.db, sourceVideoId);
  if (!item || item.mainId !== null) return;
  try {
    await changeItem(ctx, item, proposalOf(tags), { mode: "propose", isByPerson: false });
  } catch (error) {
    // Its draft is deleted.
    if (!(error instanceof NotFound)) throw error;
  }
}
