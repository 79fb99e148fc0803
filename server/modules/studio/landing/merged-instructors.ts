import type { Ctx } from "../../../ctx.ts";
import { ChangedMeanwhile } from "../../../platform/errors.ts";
import { mergedInto } from "../../catalog/index.ts";
import { storedPage } from "./blocks.ts";
import { findLandingRow, replaceDocuments } from "./store.ts";

/**
 * Replaces an instructor who was merged into another one, in the draft and in the published page. Idempotent.
 * @throws ChangedMeanwhile
 */
export async function moveLandingInstructor(ctx: Ctx, from: string): Promise<void> {
  // Read now: they may have been merged further.
  const into = await mergedInto(ctx, "instructor", from);
  if (into === null) return;
  await ctx.transact(async (tx) => {
    const { version, draft, published } = await findLandingRow(tx.db);
    if (![draft, published].some((page) => page && names(page, from))) return;
    const moved = (document: object): string => {
      const page = storedPage.parse(document);
      const blocks = page.blocks.map((block) => ({
        ...block,
        instructors: [...new Set(block.instructors.map((slug) => (slug === from ? into : slug)))],
      }));
      return JSON.stringify({ ...page, blocks });
    };
    const documents = { draft: moved(draft), published: published && moved(published) };
    if (!(await replaceDocuments(tx.db, { version, ...documents }))) throw new ChangedMeanwhile();
  });
}

const names = (document: object, instructor: string): boolean =>
  storedPage.parse(document).blocks.some(({ instructors }) => instructors.includes(instructor));
