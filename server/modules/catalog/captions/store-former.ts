import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Captions that were replaced or removed, or that an editor changed. */
export interface FormerCaptions {
  readonly id: string;
  readonly language: string;
  readonly label: string;
  readonly replacedAt: Date;
}

type OfLanguage = { readonly classId: string; readonly language: string };
const keep = statement<OfLanguage & { now: Date }, never>(
  "catalog.keep_captions",
  (p) => sql`
    insert into catalog.former_captions (class_id, language, label, content, cut_of, cut_from_ms, replaced_at)
    select class_id, language, label, content, cut_of, cut_from_ms, ${p.now}::timestamptz
    from catalog.class_captions where class_id = ${p.classId}::uuid and language = ${p.language}`,
);
const selectOfClass = statement<{ classId: string; since: Date }, FormerCaptions>(
  "catalog.list_former_captions",
  (p) => sql`
    select id, language, label, replaced_at as "replacedAt" from catalog.former_captions
    where class_id = ${p.classId}::uuid and replaced_at > ${p.since}::timestamptz order by replaced_at desc, id`,
);
const restore = statement<{ id: string }, never>(
  "catalog.restore_captions",
  (p) => sql`
    with former as (delete from catalog.former_captions where id = ${p.id}::uuid returning *)
    insert into catalog.class_captions (class_id, language, label, content, cut_of, cut_from_ms)
    select class_id, language, label, content, cut_of, cut_from_ms from former
    on conflict (class_id, language) do update set label = excluded.label, content = excluded.content, cut_of = excluded.cut_of,
      cut_from_ms = excluded.cut_from_ms, edited_on = null`,
);
/** Keeps a copy of the present captions of a language, before they are replaced or removed. */
export const keepCaptions = async (db: Db, captions: OfLanguage & { now: Date }): Promise<void> => {
  await db.change(keep, captions);
};
/** Those of a class that were replaced or removed since a moment, the latest first. */
export const listFormerCaptions = (db: Db, classId: string, since: Date): Promise<FormerCaptions[]> =>
  db.many(selectOfClass, { classId, since });
/** Makes former captions the present ones of their language. */
export const restoreCaptionsRow = async (db: Db, id: string): Promise<void> => {
  await db.change(restore, { id });
};
