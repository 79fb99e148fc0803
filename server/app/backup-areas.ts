import { join } from "node:path";
import type { Ctx } from "../ctx.ts";
import type { Areas } from "../platform/backup/contents.ts";
import { createDiskStorage } from "../platform/storage-disk.ts";

/** Where an installation keeps its files: media in the configured storage, uploads in DATA_DIR. */
export const areasOf = async (ctx: Ctx): Promise<Areas> => ({
  media: ctx.ports.storage,
  // The uploads' folder has uploads only.
  uploads: await createDiskStorage(join(ctx.config.dataDir, "uploads"), join(ctx.config.dataDir, "drafts")),
});

/** What a backup leaves out on purpose, for the operator. */
export const leftOut =
  "Not in the backup, keep them elsewhere: the environment (AUTH_SECRET, MEDIA_SECRET, VAPID, SMTP, S3, Stripe, Braintree and Google keys), or secrets.json and push-keys.json in DATA_DIR. With another AUTH_SECRET, everyone has to sign in again.";
