import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { mayViewPart } from "../profiles/index.ts";
import { pageByTime } from "./pages.ts";
import type { Page, PageRequest } from "./pages.ts";
import { onlookerOf, uuidOf } from "./people.ts";
import { countUploadsOf, findUpload, listUploads } from "./store.ts";
import type { UploadRow } from "./store.ts";

export type { UploadRow } from "./store.ts";

export const pathOfUpload = (id: string): string => `/video/${id}`;

/** An upload, or null for those who may not see it. */
export async function upload(ctx: Ctx, id: string): Promise<UploadRow | null> {
  const found = uuidOf(id);
  return found ? findUpload(ctx.db, found, onlookerOf(ctx)) : null;
}

/** A person's uploads, the newest first; none for those whom their page doesn't show any. */
export async function pageOfUploads(
  ctx: Ctx,
  personId: string,
  request: PageRequest | null | undefined,
): Promise<Page<UploadRow>> {
  const page = await pageByTime(request, async (asked) =>
    (await mayViewPart(ctx, personId, "uploads"))
      ? listUploads(ctx.db, { ...asked, personId, ...onlookerOf(ctx) })
      : [],
  );
  return page;
}

/** How many uploads of a person the viewer may see; counts to 10,000. */
export const uploadCountLoader = defineLoader<string, number>(async (ctx, personIds) => {
  // A query asks for one person's page, or for the viewer's beside it.
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
