import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ClassParts, PlacedPart, UnplacedPart } from "./fit-parts.ts";

/** The parts of `classes` that their video doesn't have, as JSON. */
export const unplacedPartsColumn = sql`
  coalesce((select json_agg(json_build_object('key', part.key, 'title', part.title, 'kind', part.kind, 'startMs', part.start_ms,
      'endMs', part.end_ms, 'formerStartMs', part.former_start_ms, 'formerEndMs', part.former_end_ms) order by part.start_ms, part.key)
    from catalog.unplaced_parts as part where part.class_id = classes.id), '[]')`;

const deleteParts = statement<{ id: string }, never>(
  "catalog.delete_parts",
  (p) => sql`delete from catalog.class_parts where class_id = ${p.id}::uuid`,
);
const insertParts = statement<{ id: string; parts: string }, never>(
  "catalog.insert_parts",
  (p) => sql`
    insert into catalog.class_parts (class_id, key, index, title, kind, start_ms, end_ms, eights, whole_start_ms, whole_end_ms)
    select ${p.id}::uuid, part.key, part.index, part.title, part.kind, part."startMs", part."endMs", part.eights,
      part."wholeStartMs", part."wholeEndMs"
    from jsonb_to_recordset(${p.parts}::jsonb) as part (key smallint, index int, title text, kind text, "startMs" int, "endMs" int,
      eights int, "wholeStartMs" int, "wholeEndMs" int)`,
);
const updateLastKey = statement<{ id: string; key: number }, never>(
  "catalog.save_last_part_key",
  (p) => sql`
    update catalog.classes set last_part_key = used.key
    from (
      select greatest(${p.key}::smallint, (select max(coalesce(key, index)) from catalog.class_parts where class_id = ${p.id}::uuid),
        (select max(key) from catalog.unplaced_parts where class_id = ${p.id}::uuid)) as key
    ) as used
    where classes.id = ${p.id}::uuid and classes.last_part_key < used.key`,
);
const deleteUnplaced = statement<{ id: string; retained: readonly number[] }, never>(
  "catalog.delete_unplaced_parts",
  (p) =>
    sql`delete from catalog.unplaced_parts where class_id = ${p.id}::uuid and key <> all(${p.retained}::smallint[])`,
);
const upsertUnplaced = statement<{ id: string; parts: string }, never>(
  "catalog.save_unplaced_parts",
  (p) => sql`
    insert into catalog.unplaced_parts (class_id, key, title, kind, start_ms, end_ms, former_start_ms, former_end_ms)
    select ${p.id}::uuid, part.key, part.title, part.kind, part."startMs", part."endMs", part."formerStartMs", part."formerEndMs"
    from jsonb_to_recordset(${p.parts}::jsonb) as part (key smallint, title text, kind text, "startMs" int, "endMs" int,
      "formerStartMs" int, "formerEndMs" int)
    on conflict (class_id, key) do update set title = excluded.title, kind = excluded.kind, start_ms = excluded.start_ms,
      end_ms = excluded.end_ms, former_start_ms = excluded.former_start_ms, former_end_ms = excluded.former_end_ms`,
);

/** Replaces the parts that the video of a class has. */
export const replaceParts = async (db: Db, id: string, parts: readonly PlacedPart[]): Promise<void> => {
  // Before the former ones are deleted: their keys aren't used again.
  await db.change(updateLastKey, { id, key: Math.max(0, ...parts.map(({ key }) => key)) });
  await db.change(deleteParts, { id });
  await db.change(insertParts, { id, parts: JSON.stringify(parts) });
};
/** Replaces the parts that the video of a class doesn't have. */
export const replaceUnplacedParts = async (
  db: Db,
  id: string,
  parts: readonly UnplacedPart[],
): Promise<void> => {
  await db.change(deleteUnplaced, { id, retained: parts.map(({ key }) => key) });
  if (parts.length > 0) await db.change(upsertUnplaced, { id, parts: JSON.stringify(parts) });
};
/** Replaces all parts of a class. */
export const saveClassParts = async (db: Db, id: string, all: ClassParts): Promise<void> => {
  await replaceParts(db, id, all.parts);
  await replaceUnplacedParts(db, id, all.unplacedParts);
};
