import { defineReaction } from "../../platform/events.ts";
import { uploadAbandoned } from "../media/events.ts";
import { dropUpload } from "./uploads.ts";

export const reactions = [
  defineReaction("community.drop_abandoned_upload", uploadAbandoned, (ctx, { assetId }) =>
    ctx.transact((tx) => dropUpload(tx, assetId)),
  ),
];
