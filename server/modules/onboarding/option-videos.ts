import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { permissions } from "../../../contract/staff.ts";
import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { consume } from "../../platform/rate-limit.ts";
import { recordAuditEntry, requireStaff } from "../identity/index.ts";
import {
  deleteImages,
  clipLimits,
  makeSmallClip,
  imageUrlOf,
  publishImage,
  SourceRefused,
} from "../media/index.ts";
import { OptionVideoRefused } from "./errors.ts";
import { findOption, replacePreview } from "./editing/store.ts";

/** Key of an option within its question. */
export interface OptionName {
  readonly question: string;
  readonly slug: string;
}

const videoLimit = { name: "option video", points: 60, seconds: 3600 };

/** Folder of an option's clip below /pictures/; it holds one at a time. */
const folderOf = ({ question, slug }: OptionName) => `questions/${question}/${slug}/`;

async function requireOption(ctx: Ctx, option: OptionName): Promise<void> {
  const { personId } = requireStaff(ctx, ...permissions.editLibrary);
  if (!/^\w{1,40}$/.test(option.question) || !/^[a-z0-9-]{1,40}$/.test(option.slug))
    throw new NotFound("option");
  if (!(await findOption(ctx.db, option))) throw new NotFound("option");
  await consume(ctx, videoLimit, personId);
}

/**
 * Sets the preview clip of an option, in place of the previous one.
 * @param sent MP4 or WebM, detected by content, with its size in bytes
 * @returns its absolute URL
 * @throws OptionVideoRefused, NotFound, RateLimited, Unauthenticated
 */
export async function changeOptionVideo(
  ctx: Ctx,
  option: OptionName,
  sent: { readonly content: Readable; readonly bytes: number },
): Promise<string> {
  await requireOption(ctx, option);
  if (!(sent.bytes <= clipLimits.maxBytes)) throw new OptionVideoRefused("file_too_large");
  const folder = await mkdtemp(join(tmpdir(), "eightcount-film-"));
  try {
    const source = join(folder, "source");
    await pipeline(sent.content, createWriteStream(source, { mode: 0o600 }));
    const clip = await makeSmallClip(source);
    const name = `${folderOf(option)}${createHash("sha256").update(clip).digest("hex").slice(0, 32)}.mp4`;
    await publishImage(ctx, name, clip);
    await storeOptionVideo(ctx, option, name);
    return imageUrlOf(ctx, name);
  } catch (error) {
    if (error instanceof SourceRefused) throw new OptionVideoRefused(error.reason);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes an option's preview clip. Idempotent. @throws NotFound, RateLimited, Unauthenticated */
export async function removeOptionVideo(ctx: Ctx, option: OptionName): Promise<void> {
  await requireOption(ctx, option);
  await storeOptionVideo(ctx, option, null);
}

async function storeOptionVideo(ctx: Ctx, option: OptionName, preview: string | null): Promise<void> {
  await ctx.transact(async (tx) => {
    await replacePreview(tx.db, { ...option, preview });
    await recordAuditEntry(tx, {
      action: preview ? "onboarding.film_changed" : "onboarding.film_removed",
      subject: `option:${option.question}.${option.slug}`,
    });
  });
  await deleteImages(ctx, folderOf(option), preview);
}
