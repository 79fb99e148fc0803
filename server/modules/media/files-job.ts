import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { countPictureUses } from "./store.ts";

/** Deletes published files once nobody may need them: a replaced version, or all of a deleted asset. */
export const deleteFilesJob = defineJob({
  name: "media.delete_files",
  schema: z.object({ prefix: z.string(), pictures: z.array(z.string()) }),
  maxAttempts: 20,
  run: async (ctx: Ctx, { prefix, pictures }) => {
    await ctx.ports.storage.deletePrefix(prefix);
    // Pictures are named by their content, which another asset may have too.
    for (const name of pictures)
      if ((await countPictureUses(ctx.db, name)) === 0) await ctx.ports.storage.delete(`pictures/${name}`);
  },
});
