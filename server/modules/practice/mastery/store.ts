import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { partIndexSql } from "../../catalog/index.ts";
import type { PlayedRange } from "../credit.ts";
import type { StoredCard } from "./reviews.ts";

/** Stored state of one part. `reached`, `own`: indices into `masteryLevels`. */
export interface MasteryRow {
  readonly partKey: number;
  readonly reached: number;
  readonly own: number | null;
  readonly tempo: number | null;
  readonly dueAt: Date | null;
  readonly card: StoredCard | null;
  readonly cardBefore: StoredCard | null;
  readonly ratedAt: Date | null;
  readonly rating: number | null;
}

/** A person's practice of a class: played ranges, and mastery by part. */
export interface ClassMastery {
  readonly classId: string;
  readonly played: readonly PlayedRange[];
  readonly parts: readonly {
    partKey: number;
    reached: number;
    own: number | null;
    tempo: number | null;
    dueAt: string | null;
  }[];
}

const selectOfClasses = statement<{ personId: string; classIds: readonly string[] }, ClassMastery>(
  "practice.list_mastery",
  (p) => sql`
    select class_id as "classId", (
      select coalesce(json_agg(json_build_object('fromMs', lower(range), 'toMs', upper(range)) order by lower(range)), '[]')
      from practice.records, unnest(records.played) as range
      where records.person_id = ${p.personId}::uuid and records.class_id = asked.class_id) as played, (
      select coalesce(json_agg(json_build_object('partKey', mastery.part_index, 'reached', mastery.reached, 'own', mastery.own,
        'tempo', mastery.tempo, 'dueAt', mastery.due_at) order by mastery.part_index), '[]')
      from practice.mastery where mastery.person_id = ${p.personId}::uuid and mastery.class_id = asked.class_id) as parts
    from unnest(${p.classIds}::uuid[]) as asked (class_id)`,
);

type PartOf = { readonly personId: string; readonly classId: string; readonly partKey: number };
const lockPart = statement<PartOf, MasteryRow>(
  "practice.lock_mastery",
  (p) => sql`
    insert into practice.mastery as mastery (person_id, class_id, part_index)
    values (${p.personId}::uuid, ${p.classId}::uuid, ${p.partKey}::smallint)
    on conflict (person_id, class_id, part_index) do update set reached = mastery.reached
    returning part_index as "partKey", reached, own, tempo, due_at as "dueAt", card, card_before as "cardBefore",
      rated_at as "ratedAt", rating`,
);
const updatePart = statement<
  PartOf & Omit<MasteryRow, "card" | "cardBefore"> & { card: string | null; cardBefore: string | null },
  never
>(
  "practice.update_mastery",
  (p) => sql`
    update practice.mastery set reached = ${p.reached}::smallint, own = ${p.own}::smallint, tempo = ${p.tempo}::smallint,
      due_at = ${p.dueAt}::timestamptz, card = ${p.card}::jsonb, card_before = ${p.cardBefore}::jsonb,
      rated_at = ${p.ratedAt}::timestamptz, rating = ${p.rating}::smallint
    where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid and part_index = ${p.partKey}::smallint`,
);
const uniteLoops = statement<{ personId: string; classId: string; looped: string }, never>(
  "practice.unite_loops",
  (p) => sql`
    insert into practice.loops as loops (class_id, person_id, looped)
    values (${p.classId}::uuid, ${p.personId}::uuid, ${p.looped}::int4multirange)
    on conflict (class_id, person_id) do update set looped = loops.looped + excluded.looped`,
);
// Loops begin and end on counts, so that many people share few ranges.
const selectStretches = statement<{ classId: string }, { fromMs: number; toMs: number; people: number }>(
  "practice.list_looped",
  (p) => sql`
    select lower(range) as "fromMs", upper(range) as "toMs", count(*)::int as people
    from practice.loops, unnest(looped) as range where class_id = ${p.classId}::uuid
    group by lower(range), upper(range)`,
);
const countLoopers = statement<{ classId: string }, { people: number }>(
  "practice.count_loopers",
  (p) => sql`select count(*)::int as people from practice.loops where class_id = ${p.classId}::uuid`,
);

/** Due parts of a person, the longest due first, as a source of classes. */
export const dueSource = (p: {
  personId: string | null;
  now: Date;
  first: number;
}): RawBuilder<unknown> => sql`
  select class_id, row_number() over (order by due_at, class_id, part_index) as place,
    part.index as "partIndex", reached, own, tempo, due_at as "dueAt"
  from practice.mastery
  join lateral (select ${partIndexSql(sql`mastery.class_id`, sql`mastery.part_index`)} as index) as part on part.index is not null
  where person_id = ${p.personId}::uuid and due_at <= ${p.now}::timestamptz
    and class_id in (select class_id from catalog.published_classes)
  order by due_at, class_id, part_index limit ${p.first}::int`;

const moveMastery = statement<{ from: string; into: string }, never>(
  "practice.merge_mastery",
  (p) => sql`
    with moved as (delete from practice.mastery where person_id = ${p.from}::uuid returning *)
    insert into practice.mastery as mastery
      (person_id, class_id, part_index, reached, own, tempo, card, due_at, card_before, rated_at, rating)
    select ${p.into}::uuid, class_id, part_index, reached, own, tempo, card, due_at, card_before, rated_at, rating from moved
    on conflict (person_id, class_id, part_index) do update set
      reached = greatest(mastery.reached, excluded.reached), own = coalesce(mastery.own, excluded.own),
      (tempo, card, due_at, card_before, rated_at, rating) = (
        select kept.tempo, kept.card, kept.due_at, kept.card_before, kept.rated_at, kept.rating from (values
          (mastery.tempo, mastery.card, mastery.due_at, mastery.card_before, mastery.rated_at, mastery.rating),
          (excluded.tempo, excluded.card, excluded.due_at, excluded.card_before, excluded.rated_at, excluded.rating)
        ) as kept (tempo, card, due_at, card_before, rated_at, rating) order by kept.rated_at desc nulls last limit 1)`,
);
const moveLoops = statement<{ from: string; into: string }, never>(
  "practice.merge_loops",
  (p) => sql`
    with moved as (delete from practice.loops where person_id = ${p.from}::uuid returning *)
    insert into practice.loops as loops (class_id, person_id, looped, looped_outside)
    select class_id, ${p.into}::uuid, looped, looped_outside from moved
    on conflict (class_id, person_id) do update set looped = loops.looped + excluded.looped,
      looped_outside = nullif(coalesce(loops.looped_outside, '{}') + coalesce(excluded.looped_outside, '{}'), '{}')`,
);

export const listMastery = (db: Db, personId: string, classIds: readonly string[]): Promise<ClassMastery[]> =>
  db.many(selectOfClasses, { personId, classIds });

/** A part's row, inserted if missing, locked until the transaction ends. */
export const findMasteryForUpdate = (db: Db, part: PartOf): Promise<MasteryRow> => db.one(lockPart, part);

export const saveMastery = async (db: Db, part: PartOf & MasteryRow): Promise<void> => {
  const text = (card: StoredCard | null) => card && JSON.stringify(card);
  await db.change(updatePart, { ...part, card: text(part.card), cardBefore: text(part.cardBefore) });
};

/** Adds to a person's looped ranges of a class. */
export const addLoop = async (
  db: Db,
  loop: { personId: string; classId: string; startMs: number; endMs: number },
): Promise<void> => {
  const { startMs, endMs, ...whose } = loop;
  await db.change(uniteLoops, { ...whose, looped: `{[${startMs},${endMs})}` });
};

/** Each looped range, with the number of people. */
export const listLooped = (
  db: Db,
  classId: string,
): Promise<{ fromMs: number; toMs: number; people: number }[]> => db.many(selectStretches, { classId });
export const findLooperCount = async (db: Db, classId: string): Promise<number> =>
  (await db.one(countLoopers, { classId })).people;

/** Transfers mastery and loops from one person to another; the higher level and the later date win. */
export const mergeMastery = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveMastery, people);
  await db.change(moveLoops, people);
};
