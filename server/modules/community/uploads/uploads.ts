import { randomUUID } from "node:crypto";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { accessOf } from "../../billing/index.ts";
import type { AccessType } from "../../billing/index.ts";
import { hasVerifiedEmail } from "../../identity/index.ts";
import { deleteAsset, openUpload, quotaOf, unconfirmedQuota, uploadTicket } from "../../media/index.ts";
import { mayViewPart } from "../../profiles/index.ts";
import type { Audience } from "../../profiles/index.ts";
import { isNewcomer } from "../limits.ts";
import { pageByTime } from "../pages.ts";
import type { Page, PageRequest } from "../pages.ts";
import { checkPause, onlookerOf, requireAuthor, uuidOf } from "../people.ts";
import { openCase } from "../moderation/store-cases.ts";
import {
  deleteContent,
  insertContent,
  lockContent,
  lockModerationSettings,
  saveUpload,
} from "../store-writing.ts";
import { countUploadsOf, findUpload, findUploader, listUploads } from "../store.ts";
import type { UploadRow } from "../store.ts";
import { readText } from "../text.ts";
import { lockOwn, longest } from "../writing.ts";

export type { UploadRow } from "../store.ts";

/** An upload; null if the viewer may not see it. */
export async function upload(ctx: Ctx, id: string): Promise<UploadRow | null> {
  const found = uuidOf(id);
  return found ? findUpload(ctx.db, found, onlookerOf(ctx)) : null;
}

/** Author and path of an upload, for notifications; null for any other asset. */
export async function uploaderOf(ctx: Ctx, id: string): Promise<{ personId: string; path: string } | null> {
  const personId = await findUploader(ctx.db, id);
  return personId === null ? null : { personId, path: paths.video(id) };
}

/** A person's uploads, newest first; empty if the viewer may not see their page. */
export async function pageOfUploads(
  ctx: Ctx,
  personId: string,
  request: PageRequest | null | undefined,
): Promise<Page<UploadRow>> {
  const page = await pageByTime(request, async (params) =>
    (await mayViewPart(ctx, personId, "uploads"))
      ? listUploads(ctx.db, { ...params, personId, ...onlookerOf(ctx) })
      : [],
  );
  return page;
}

/** Number of a person's uploads that are visible to the viewer; counts up to 10,000. */
export const uploadCountLoader = defineLoader<string, number>(async (ctx, personIds) => {
  // A query requests one profile, or the viewer's as well.
  const counts = await Promise.all(
    personIds.map(async (id) => {
      const total = (await mayViewPart(ctx, id, "uploads"))
        ? await countUploadsOf(ctx.db, id, onlookerOf(ctx))
        : 0;
      return [id, total] as const;
    }),
  );
  return new Map(counts);
});

const gigabyte = 1024 ** 3;
/** Storage quota for a person's videos by subscription. Bytes. */
const quotas: Record<AccessType, number> = {
  free: 5 * gigabyte,
  basic: 20 * gigabyte,
  standard: 50 * gigabyte,
  premium: 100 * gigabyte,
};

/**
 * Megabytes per day from one network for new accounts without a subscription: accounts are free to create.
 */
const newcomerLimit = { name: "newcomers' uploads", points: 10 * 1024, seconds: 24 * 60 * 60 };
/** Wider networks get a smaller multiple than for other limits: disk is scarce. */
const maxFactor = 4;

export interface NewVideo {
  readonly description?: string | null | undefined;
  readonly fileName: string;
  readonly sizeInBytes: number;
  /** Defaults to everyone. */
  readonly audience?: Audience | null | undefined;
  readonly trimStartMs?: number | null | undefined;
  readonly trimEndMs?: number | null | undefined;
  readonly coverAtMs?: number | null | undefined;
}

/** Upload URL and token of a video. */
export interface UploadTicket {
  readonly videoUpload: UploadRow;
  readonly tusUrl: string;
  readonly ticket: string;
}

/**
 * Starts an upload. A newcomer's video is visible only to themselves until it is moderated.
 * @throws UploadLimit, RateLimited, BadInput, PanRejected, CommunityPaused, RegistrationRequired; Forbidden
 * for a child
 */
export async function createUpload(ctx: Ctx, given: NewVideo): Promise<UploadTicket> {
  const { accountId } = requireAuthor(ctx);
  const description = given.description?.trim()
    ? readText(given.description, longest.video_upload, "description")
    : null;
  const access = await accessOf(ctx, accountId);
  const isVerified = await hasVerifiedEmail(ctx, accountId);
  const id = randomUUID();
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const moderationSettings = await lockModerationSettings(tx.db, accountId, now);
    checkPause(moderationSettings, now);
    await openUpload(tx, {
      assetId: id,
      personId: accountId,
      fileName: given.fileName,
      sizeInBytes: given.sizeInBytes,
      trimStartMs: given.trimStartMs ?? null,
      trimEndMs: given.trimEndMs ?? null,
      coverAtMs: given.coverAtMs ?? null,
      quota: isVerified ? quotaOf(quotas[access]) : unconfirmedQuota,
    });
    const isHeld = isNewcomer(moderationSettings.since, now);
    // Within the transaction: rejected uploads don't count.
    if (!isVerified || (isHeld && access === "free"))
      await consume(
        { db: tx.db, clock: tx.clock, config: ctx.config },
        newcomerLimit,
        networkKeys(ctx.clientIp).map(({ name, factor }) => ({
          name,
          factor: Math.min(factor, maxFactor),
        })),
        {
          points: Math.ceil(given.sizeInBytes / 1024 ** 2),
          message: msg("New accounts on your network have reached today’s upload limit. Try again tomorrow."),
        },
      );
    await insertContent(tx.db, {
      id,
      kind: "video_upload",
      authorId: accountId,
      text: description?.text ?? "",
      links: description?.links ?? 0,
      fingerprint: description?.fingerprint ?? "",
      now,
      videoUploadId: null,
      classId: null,
      styleSlug: null,
      subjectKind: null,
      subjectId: null,
      replyToId: null,
      atMs: null,
      isWaiting: false,
      audience: given.audience ?? "everyone",
      isHeld,
      idempotencyKey: null,
    });
    if (isHeld)
      await openCase(tx.db, {
        contentType: "video_upload",
        contentId: id,
        personId: accountId,
        cause: "newcomer",
        now,
      });
  });
  return { videoUpload: await readOwn(ctx, id), ...uploadTicket(ctx, id) };
}

async function readOwn(ctx: Ctx, id: string): Promise<UploadRow> {
  const row = await findUpload(ctx.db, id, onlookerOf(ctx));
  if (!row) throw new NotFound("video_upload");
  return row;
}

/** A ticket to resume the viewer's own upload. @throws NotFound */
export async function ticketOf(ctx: Ctx, id: string): Promise<UploadTicket> {
  const { accountId } = requireAuthor(ctx);
  const row = await upload(ctx, id);
  if (row?.author?.id !== accountId || row.asset?.availability !== "requested")
    throw new NotFound("video_upload");
  return { videoUpload: row, ...uploadTicket(ctx, row.id) };
}

/**
 * Updates text and audience of the viewer's own video; null fields stay.
 * @throws NotFound, BadInput, CommunityPaused
 */
export async function changeUpload(
  ctx: Ctx,
  id: string,
  change: { description?: string | null | undefined; audience?: Audience | null | undefined },
): Promise<UploadRow> {
  const { accountId } = requireAuthor(ctx);
  const text = change.description?.trim()
    ? readText(change.description, longest.video_upload, "description").text
    : (change.description?.trim() ?? null);
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    checkPause(await lockModerationSettings(tx.db, accountId, now), now);
    const content = await lockOwn(tx, uuidOf(id), "video_upload", accountId);
    await saveUpload(tx.db, { id: content.id, text, audience: change.audience ?? null });
  });
  return readOwn(ctx, id.toLowerCase());
}

/**
 * Deletes the viewer's own video with all its files. Idempotent. Another person's video isn't deleted and
 * returns false, so that ids can't be probed.
 * @returns whether there was one to delete
 */
export async function deleteUpload(ctx: Ctx, id: string): Promise<boolean> {
  const { accountId } = requireAuthor(ctx);
  return ctx.transact(async (tx) => {
    const found = uuidOf(id);
    const content = found ? await lockContent(tx.db, found) : null;
    if (content?.kind !== "video_upload" || content.authorId !== accountId) return false;
    await dropUpload(tx, content.id);
    return true;
  });
}

/** Deletes a video and its comments. */
export async function dropUpload(tx: Tx, id: string): Promise<void> {
  await deleteContent(tx.db, id);
  await deleteAsset(tx, id);
}
