import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { messageColumns } from "./store.ts";
import type { MessageRow } from "./store.ts";

/** What begins each series: see `series-people.ts`. */
export const seriesNames = ["welcome", "trial", "away", "win_back", "anniversary"] as const;
export type SeriesName = (typeof seriesNames)[number];

export interface SeriesRow {
  readonly id: SeriesName;
  /** Of the series and its steps. */
  readonly version: number;
  /** Null: off. */
  readonly switchedOnAt: Date | null;
  /** Only people whose series begins at this moment or later get it; null: everyone. */
  readonly reachesFrom: Date | null;
}
/** A step: a message that is sent some time after the series began for a person. */
export interface StepRow extends MessageRow {
  readonly series: SeriesName;
  /** In days; of the anniversary in years. */
  readonly delay: number;
}

const columns = sql`id, version, switched_on_at as "switchedOnAt", reaches_from as "reachesFrom"`;
const selectAll = statement<Record<string, never>, SeriesRow>(
  "studio.list_series",
  () => sql`select ${columns} from studio.series`,
);
const lockAll = statement<Record<string, never>, SeriesRow>(
  "studio.lock_series",
  () => sql`select ${columns} from studio.series order by id for update`,
);
const selectSteps = statement<{ seriesId: string }, StepRow>(
  "studio.list_series_steps",
  (p) => sql`
    select ${messageColumns}, series_id as series, delay from studio.series_steps join studio.messages on id = message_id
    where series_id = ${p.seriesId} order by delay`,
);
const selectStep = statement<{ id: string }, StepRow>(
  "studio.find_series_step",
  (p) => sql`
    select ${messageColumns}, series_id as series, delay from studio.series_steps join studio.messages on id = message_id
    where message_id = ${p.id}::uuid`,
);
const selectRunning = statement<Record<string, never>, { id: string }>(
  "studio.list_running_steps",
  () => sql`
    select message_id as id from studio.series_steps join studio.series on series.id = series_id
    where switched_on_at is not null order by message_id`,
);
const selectIsOn = statement<{ id: string }, { isOn: boolean }>(
  "studio.is_step_on",
  (p) => sql`
    select exists (
      select from studio.series_steps join studio.series on series.id = series_id
      where message_id = ${p.id}::uuid and switched_on_at is not null) as "isOn"`,
);
interface SavedStep {
  readonly id: string;
  readonly seriesId: SeriesName;
  readonly delay: number;
  readonly texts: string;
  readonly cards: string;
  readonly now: Date;
}
const upsertStep = statement<SavedStep, never>(
  "studio.save_series_step",
  (p) => sql`
    with message as (
      insert into studio.messages (id, state, texts, cards, created_at, saved_at)
      values (${p.id}::uuid, null, ${p.texts}::jsonb, ${p.cards}::jsonb, ${p.now}::timestamptz, ${p.now}::timestamptz)
      on conflict (id) do update set texts = excluded.texts, cards = excluded.cards, saved_at = excluded.saved_at
      returning id
    )
    insert into studio.series_steps (message_id, series_id, delay) select id, ${p.seriesId}, ${p.delay}::smallint from message
    on conflict (message_id) do update set delay = excluded.delay`,
);
/** The message stays for those who got it. */
const deleteStep = statement<{ id: string }, never>(
  "studio.delete_series_step",
  (p) => sql`
    with removed as (delete from studio.series_steps where message_id = ${p.id}::uuid)
    delete from studio.messages where id = ${p.id}::uuid
      and not exists (select from studio.message_recipients where message_id = messages.id)`,
);
const updateVersion = statement<{ id: SeriesName; version: number }, never>(
  "studio.raise_series_version",
  (p) =>
    sql`update studio.series set version = version + 1 where id = ${p.id} and version = ${p.version}::int`,
);
const updateSwitch = statement<
  { id: SeriesName; switchedOnAt: Date | null; reachesFrom: Date | null },
  never
>(
  "studio.switch_series",
  (p) => sql`
    update studio.series set switched_on_at = ${p.switchedOnAt}::timestamptz, reaches_from = ${p.reachesFrom}::timestamptz
    where id = ${p.id}`,
);

/** In their usual order. */
export const listSeries = async (db: Db): Promise<SeriesRow[]> => {
  const found = await db.many(selectAll, {});
  return seriesNames.flatMap((name) => found.filter(({ id }) => id === name));
};
/** Locks all series until the end of the transaction: those who send steps take turns. */
export const lockSeries = (db: Db): Promise<SeriesRow[]> => db.many(lockAll, {});
/** The earliest first. */
export const listSteps = (db: Db, seriesId: string): Promise<StepRow[]> => db.many(selectSteps, { seriesId });
export const findStep = (db: Db, id: string): Promise<StepRow | null> => db.maybe(selectStep, { id });
/** Ids of the steps of the series that are on. */
export const listRunningSteps = async (db: Db): Promise<string[]> =>
  (await db.many(selectRunning, {})).map(({ id }) => id);
export const isStepOn = async (db: Db, id: string): Promise<boolean> =>
  (await db.one(selectIsOn, { id })).isOn;
export const saveStepRow = async (db: Db, step: SavedStep): Promise<void> => {
  await db.change(upsertStep, step);
};
/** Takes a step off its series; its message stays for those who got it. */
export const deleteStepRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteStep, { id });
};
/** @returns false on version conflict */
export const raiseVersion = async (db: Db, of: { id: SeriesName; version: number }): Promise<boolean> =>
  (await db.change(updateVersion, of)) === 1;
export const setSwitch = async (
  db: Db,
  change: { id: SeriesName; switchedOnAt: Date | null; reachesFrom: Date | null },
): Promise<void> => {
  await db.change(updateSwitch, change);
};
