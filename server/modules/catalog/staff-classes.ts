import type { Ctx } from "../../ctx.ts";
import { statementByShape } from "../../platform/db.ts";
import { isUuid } from "../../platform/uuid.ts";
import { sql } from "kysely";
import { findClass, noteClasses } from "./classes.ts";
import { findIdBySlug } from "./editing/store.ts";
import { classStateSql } from "./managing/states.ts";
import type { ClassState } from "./managing/states.ts";
import { isDraftingStaff, mayPlayAsStaff } from "./staff.ts";
import { classColumns, classJoins } from "./store-classes.ts";
import type { ClassRow, Depth } from "./store-classes.ts";

interface UnpublishedRow extends Omit<ClassRow, "durationMs" | "publishedAt"> {
  /** Null until a source video was transcoded. */
  readonly durationMs: number | null;
  readonly publishedAt: Date | null;
  /** When it enters the library; else when it was there first, or was drafted. */
  readonly datedAt: Date;
  readonly unpublishedState: ClassState;
}

const selectUnpublished = statementByShape<Depth, { id: string; personId: string | null }, UnpublishedRow>(
  "catalog.find_unpublished_class",
  (depth, p) => sql`
    select ${classColumns(depth, p.personId)}, ${classStateSql} as "unpublishedState",
      coalesce(classes.publish_at, classes.first_published_at, classes.drafted_at) as "datedAt"
    from catalog.classes ${classJoins}
    where classes.id = ${p.id}::uuid and classes.published_at is null`,
);

/**
 * A class for its page and the player, by id or slug: one of the library; for staff who draft it, in any state. Everything
 * else that takes a class uses `findClass`, so that an unpublished one is in no list and nothing of it counts.
 */
export async function findShownClass(ctx: Ctx, id: string, depth: Depth): Promise<ClassRow | null> {
  const published = await findClass(ctx, id, depth);
  if (published || !isDraftingStaff(ctx)) return published;
  const unpublishedId = isUuid(id) ? id.toLowerCase() : await findIdBySlug(ctx.db, id);
  if (!unpublishedId) return null;
  const personId = ctx.viewer?.personId ?? null;
  const row = await ctx.db.maybe(selectUnpublished(depth), { id: unpublishedId, personId });
  if (!row) return null;
  const found: ClassRow = { ...row, durationMs: row.durationMs ?? 0, publishedAt: row.datedAt };
  return mayPlayAsStaff(ctx, found) ? noteClasses(ctx, [found])[0]! : null;
}
