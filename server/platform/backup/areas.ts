import { join } from "node:path";
import type { Ctx } from "../../ctx.ts";
import { createDiskStorage } from "../storage-disk.ts";
import type { Areas } from "./contents.ts";

/** Where an installation keeps its files: media in the configured storage, uploads in DATA_DIR. */
export const areasOf = async (ctx: Ctx): Promise<Areas> => ({
  media: ctx.ports.storage,
  // The uploads' folder has uploads only.
  uploads: await createDiskStorage(join(ctx.config.dataDir, "uploads"), join(ctx.config.dataDir, "drafts")),
});
