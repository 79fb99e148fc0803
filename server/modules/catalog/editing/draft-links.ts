import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";
import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { seal, unseal } from "../../../platform/signature.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { playbackOf } from "../../media/index.ts";
import type { PlaybackLinks } from "../../media/index.ts";
import { paths } from "../../../../contract/urls.ts";
import { change, editedClass, isMade } from "./classes.ts";
import { findEdited } from "./store.ts";
import type { EditedClass } from "./store.ts";

/** Lifetime of a link to a draft. Milliseconds. */
const linkMs = 7 * 24 * 60 * 60 * 1000;
/** Of playback links within a shared draft. Milliseconds. */
const playbackMs = 60 * 60 * 1000;
const use = "draft-link";

const draftLink = z.object({
  classId: z.uuid(),
  /** `draft_links` of the class. */
  version: z.number().int(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** Counts screens, as an account does for its own. */
  linkId: z.uuid(),
});

const selectVersion = statement<{ id: string }, { version: number }>(
  "catalog.find_draft_links",
  (p) => sql`select draft_links as version from catalog.classes where id = ${p.id}::uuid`,
);
const advanceVersion = statement<{ id: string }, never>(
  "catalog.withdraw_draft_links",
  (p) => sql`update catalog.classes set draft_links = draft_links + 1 where id = ${p.id}::uuid`,
);

/** Whole playback of a class for those who edit it, published or not; null until it has a video. */
export const editorsPlayback = (ctx: Ctx, { asset }: EditedClass): Promise<PlaybackLinks | null> | null =>
  asset &&
  ctx.viewer &&
  playbackOf(ctx, { assetId: asset.id, personId: ctx.viewer.accountId, scope: "full" });

/** A link that shows a class to anyone who has it. */
export interface DraftLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link that shows a draft without signing in, for seven days, or until links are withdrawn, the class leaves the library or
 * gets another instructor, or the instructor page another account.
 * @throws DomainError without a video, NotFound, Unauthenticated
 */
export async function createDraftLink(ctx: Ctx, classId: string): Promise<DraftLink> {
  const { id } = await editedClass(ctx, classId);
  const expiresAt = new Date(ctx.clock.now().getTime() + linkMs);
  let token = "";
  await change(ctx, id, async (tx, found) => {
    if (!isMade(found)) throw new DomainError("NOT_READY", msg("Upload the video first."), { status: 409 });
    const { version } = await tx.db.one(selectVersion, { id });
    const link = { classId: id, version, expiresAt: expiresAt.getTime(), linkId: randomUUID() };
    token = seal(ctx.config.authSecret, use, link satisfies z.input<typeof draftLink>);
    await recordAuditEntry(tx, { action: "catalog.draft_shared", subject: `class:${id}` });
  });
  return { url: `${ctx.publicUrl}${paths.draft(token)}`, expiresAt };
}

/** Makes all links to a draft stop working. Idempotent. @throws NotFound, Unauthenticated */
export async function withdrawDraftLinks(ctx: Ctx, classId: string): Promise<void> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx) => {
    await tx.db.change(advanceVersion, { id });
    await recordAuditEntry(tx, { action: "catalog.draft_links_withdrawn", subject: `class:${id}` });
  });
}

/** A class as those see it who have a link to its draft. */
export interface SharedDraft {
  readonly found: EditedClass;
  readonly expiresAt: Date;
  /** Null without a video, and once the class is published. */
  readonly playback: PlaybackLinks | null;
}

/**
 * The class of a draft link; null for a damaged, expired or withdrawn link, and a deleted class. Once its class is
 * published, a link leads to the library and plays nothing: there, plans apply.
 */
export async function sharedDraft(ctx: Ctx, token: string): Promise<SharedDraft | null> {
  const link = unseal(ctx.config.authSecret, use, token, draftLink);
  if (!link || link.expiresAt <= ctx.clock.now().getTime()) return null;
  const { classId, linkId, version, expiresAt } = link;
  const current = await ctx.db.maybe(selectVersion, { id: classId });
  const found = current?.version === version ? await findEdited(ctx.db, classId) : null;
  if (!found) return null;
  const playback =
    found.asset &&
    !found.publishedAt &&
    (await playbackOf(ctx, { assetId: found.asset.id, personId: linkId, scope: "full", forMs: playbackMs }));
  return { found, expiresAt: new Date(expiresAt), playback: playback || null };
}
