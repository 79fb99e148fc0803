import { defineReaction } from "../../platform/events.ts";
import { entryMerged } from "../catalog/events.ts";
import { uploadAbandoned } from "../media/events.ts";
import { personBlocked } from "../profiles/events.ts";
import { partLikes } from "./likes.ts";
import { moveStylePosts } from "./posts.ts";
import { dropUpload } from "./uploads/uploads.ts";

export const reactions = [
  defineReaction("community.drop_abandoned_upload", uploadAbandoned, (ctx, { assetId }) =>
    ctx.transact((tx) => dropUpload(tx, assetId)),
  ),
  defineReaction("community.part_likes", personBlocked, (ctx, { personId, otherId }) =>
    ctx.transact((tx) => partLikes(tx, personId, otherId)),
  ),
  defineReaction("community.move_style_posts", entryMerged, async (ctx, { kind, from }) => {
    if (kind === "style") await moveStylePosts(ctx, from);
  }),
];
