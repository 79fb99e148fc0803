import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** What of a class is kept for a while after it was replaced, so that an editor can use it again. */
export const formerKinds = ["source_video", "captions", "poster"] as const;
export type FormerKind = (typeof formerKinds)[number];

const tables = {
  source_video: sql`catalog.replaced_source_videos`,
  captions: sql`catalog.former_captions`,
  poster: sql`catalog.former_posters`,
} as const;
const ids = { source_video: sql`source_video_id`, captions: sql`id`, poster: sql`id` } as const;

const deleteOne = statementByShape<FormerKind, { id: string }, never>(
  "catalog.delete_former",
  (kind, p) => sql`delete from ${tables[kind]} where ${ids[kind]} = ${p.id}::uuid`,
);
const deleteOld = statementByShape<FormerKind, { before: Date }, never>(
  "catalog.delete_old_former",
  (kind, p) => sql`delete from ${tables[kind]} where replaced_at < ${p.before}::timestamptz`,
);

/** Forgets one that is used again. */
export const deleteFormer = async (db: Db, kind: FormerKind, id: string): Promise<void> => {
  await db.change(deleteOne(kind), { id });
};
/** Forgets those that were replaced before a moment. */
export const deleteOldFormer = async (db: Db, kind: FormerKind, before: Date): Promise<void> => {
  await db.change(deleteOld(kind), { before });
};
