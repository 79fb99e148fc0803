import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { findClass } from "../catalog/index.ts";
import { assetTopic } from "../media/index.ts";
import { post } from "./posts.ts";
import { talkTopic } from "./topics.ts";
import { upload } from "./uploads/uploads.ts";

/** Minimum interval between updates to a subscriber, in milliseconds. */
const minIntervalMs = 2_000;

type Changes = Promise<AsyncGenerator<undefined>>;

/** Yields at once, and again when a post or its comments change. @throws NotFound */
export async function postChanges(ctx: Ctx, id: string): Changes {
  const found = await post(ctx, id);
  if (!found) throw new NotFound("post");
  return ctx.live.changes([talkTopic(found.id)], minIntervalMs);
}

/** Yields at once, and again when a video, its processing state or its comments change. @throws NotFound */
export async function uploadChanges(ctx: Ctx, id: string): Changes {
  const found = await upload(ctx, id);
  if (!found) throw new NotFound("video_upload");
  return ctx.live.changes([talkTopic(found.id), assetTopic(found.id)]);
}

/** Yields at once, and again when the comments on a class change. @throws NotFound */
export async function classTalkChanges(ctx: Ctx, id: string): Changes {
  const found = await findClass(ctx, id, "plain");
  if (!found) throw new NotFound("class");
  return ctx.live.changes([talkTopic(found.id)], minIntervalMs);
}
