import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { CaptionText, VideoCut } from "../../media/index.ts";

/** Captions of a class, and what their times are for; null: the published video. */
export interface CaptionRow extends CaptionText {
  readonly cut: VideoCut | null;
  /** YYYY-MM-DD: the day of the last save by hand; null: a file or former captions replaced them since. */
  readonly editedOn: string | null;
}

const select = statement<{ id: string }, CaptionRow>(
  "catalog.list_captions",
  (p) => sql`
    select language, label, content,
      case when cut_of is not null then json_build_object('sourceVideoId', cut_of, 'fromMs', cut_from_ms) end as cut,
      edited_on::text as "editedOn"
    from catalog.class_captions where class_id = ${p.id}::uuid order by language`,
);
type SavedCaptions = CaptionText & {
  readonly id: string;
  readonly cutOf: string;
  readonly cutFromMs: number;
  readonly editedOn: string | null;
};
const upsert = statement<SavedCaptions, never>(
  "catalog.save_captions",
  (p) => sql`
    insert into catalog.class_captions (class_id, language, label, content, cut_of, cut_from_ms, edited_on)
    values (${p.id}::uuid, ${p.language}, ${p.label}, ${p.content}, ${p.cutOf}::uuid, ${p.cutFromMs}::int, ${p.editedOn}::date)
    on conflict (class_id, language) do update set label = excluded.label, content = excluded.content, cut_of = excluded.cut_of,
      cut_from_ms = excluded.cut_from_ms, edited_on = excluded.edited_on`,
);
type MovedCaptions = {
  readonly id: string;
  readonly before: string;
  readonly beforeFromMs: number;
  readonly now: string;
  readonly byMs: number;
};
const moveIn = (name: string, table: RawBuilder<unknown>) =>
  statement<MovedCaptions, never>(
    name,
    (p) => sql`
    update ${table} set cut_of = ${p.now}::uuid,
      cut_from_ms = ${p.byMs}::int + case when cut_of is null then ${p.beforeFromMs}::int else cut_from_ms end
    where class_id = ${p.id}::uuid and (cut_of is null or cut_of = ${p.before}::uuid)`,
  );
const move = moveIn("catalog.move_captions", sql`catalog.class_captions`);
const moveFormer = moveIn("catalog.move_former_captions", sql`catalog.former_captions`);
const deleteOne = statement<{ id: string; language: string }, never>(
  "catalog.delete_captions",
  (p) => sql`delete from catalog.class_captions where class_id = ${p.id}::uuid and language = ${p.language}`,
);

export const listCaptions = (db: Db, id: string): Promise<CaptionRow[]> => db.many(select, { id });
/** @param track.cut what their times are for */
export const saveCaptions = async (
  db: Db,
  id: string,
  { cut, ...track }: CaptionText & { readonly cut: VideoCut; readonly editedOn: string | null },
): Promise<void> => {
  await db.change(upsert, { id, ...track, cutOf: cut.sourceVideoId, cutFromMs: cut.fromMs });
};
/**
 * Ties captions of the published video, also former ones, to the source video that replaces its own. Their cues stay.
 * @param byMs when the source video of `before` starts beside the one `now`
 */
export const saveCaptionsMoved = async (
  db: Db,
  id: string,
  before: VideoCut,
  now: string,
  byMs: number,
): Promise<void> => {
  const moved = { id, before: before.sourceVideoId, beforeFromMs: before.fromMs, now, byMs };
  await db.change(move, moved);
  await db.change(moveFormer, moved);
};
/** @returns whether there were captions in the language */
export const deleteCaptions = async (db: Db, id: string, language: string): Promise<boolean> =>
  (await db.change(deleteOne, { id, language })) > 0;
