import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { findClass } from "../catalog/index.ts";
import { assetTopic } from "../media/index.ts";
import { post } from "./posts.ts";
import { talkTopic } from "./topics.ts";
import { upload } from "./uploads/uploads.ts";

/** How often those who look at something hear of it at most, in milliseconds. */
const apartMs = 2_000;

type Changes = Promise<AsyncGenerator<undefined>>;

/** Gives at once, and again whenever a post, or what is said about it, has changed. @throws NotFound */
export async function postChanges(ctx: Ctx, id: string): Changes {
  const found = await post(ctx, id);
  if (!found) throw new NotFound("post");
  return ctx.live.changes([talkTopic(found.id)], apartMs);
}

/** Gives at once, and again whenever a video, how far it is, or what is said about it has changed. @throws NotFound */
export async function uploadChanges(ctx: Ctx, id: string): Changes {
  const found = await upload(ctx, id);
  if (!found) throw new NotFound("video_upload");
  return ctx.live.changes([talkTopic(found.id), assetTopic(found.id)]);
}

/** Gives at once, and again whenever what is said about a class has changed. @throws NotFound */
export async function classTalkChanges(ctx: Ctx, id: string): Changes {
  const found = await findClass(ctx, id, "plain");
  if (!found) throw new NotFound("class");
  return ctx.live.changes([talkTopic(found.id)], apartMs);
}
