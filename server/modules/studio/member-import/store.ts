import { sql } from "kysely";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { TableRow } from "../../../platform/csv-table.ts";
import type { MemberField } from "./fields.ts";
import type { HeldRow } from "./held-row.ts";
import type { RowState } from "./read-row.ts";

/** Which plan a name of the list stands for. */
export interface PlanChoice {
  /** Lower case. */
  readonly value: string;
  /** Null: none. */
  readonly planId: string | null;
}

/** A name in the column of plans. */
export interface ListedPlan {
  /** As the first row has it. */
  readonly value: string;
  readonly rows: number;
}

/** A list of members from another service. */
export interface MemberImportRow {
  readonly id: string;
  readonly fileName: string;
  readonly createdAt: Date;
  readonly state: "draft" | "running" | "done";
  readonly header: readonly string[];
  /** Of each column; null: it isn't used. */
  readonly fields: readonly (MemberField | null)[];
  readonly planId: string | null;
  readonly accessUntil: Date | null;
  /** Of dates with slashes, as the list says or an admin chose; null: neither. */
  readonly dateOrder: DateOrder | null;
  /** What an admin chose for plans that the list names. */
  readonly planChoices: readonly PlanChoice[];
  /** What an admin chose for the prices of running subscriptions. */
  readonly priceChoices: readonly PlanChoice[];
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A row of a list; without its cells once it is handled. */
export interface ListRow {
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly state: RowState;
  /** What the payment provider said of it; null if it wasn't asked, and once the row is handled. */
  readonly held: HeldRow | null;
}

const columns = sql`
  id, file_name as "fileName", created_at as "createdAt", state, header, fields, plan_id as "planId",
  access_until as "accessUntil", date_order as "dateOrder", plan_choices as "planChoices", price_choices as "priceChoices",
  started_at as "startedAt", ended_at as "endedAt"`;

const insertImport = statement<
  { id: string; fileName: string; header: readonly string[]; fields: readonly (string | null)[]; now: Date },
  never
>(
  "studio.insert_member_import",
  (p) => sql`
    insert into studio.member_imports (id, file_name, created_at, state, header, fields, date_order)
    values (${p.id}::uuid, ${p.fileName}, ${p.now}::timestamptz, 'draft', ${p.header}::text[], ${p.fields}::text[], null)`,
);
const insertRows = statement<{ id: string; rows: string }, never>(
  "studio.insert_member_import_rows",
  (p) => sql`
    insert into studio.member_import_rows (import_id, line, cells, state)
    select ${p.id}::uuid, line, cells, 'ready' from jsonb_to_recordset(${p.rows}::jsonb) as row (line int, cells text[])`,
);
const selectImport = statement<{ id: string }, MemberImportRow>(
  "studio.find_member_import",
  (p) => sql`select ${columns} from studio.member_imports where id = ${p.id}::uuid`,
);
const lockImport = statement<{ id: string }, MemberImportRow>(
  "studio.lock_member_import",
  (p) => sql`select ${columns} from studio.member_imports where id = ${p.id}::uuid for update`,
);
const selectImports = statement<Record<string, never>, MemberImportRow>(
  "studio.list_member_imports",
  () => sql`select ${columns} from studio.member_imports order by created_at desc limit 20`,
);
const selectCounts = statement<{ id: string }, { state: RowState; count: number }>(
  "studio.count_member_import_rows",
  (p) => sql`
    select state, count(*)::int as count from studio.member_import_rows where import_id = ${p.id}::uuid group by state`,
);
const selectRows = statement<{ id: string; after: number; first: number }, ListRow>(
  "studio.list_member_import_rows",
  (p) => sql`
    select line, cells, state, held from studio.member_import_rows
    where import_id = ${p.id}::uuid and line > ${p.after}::int order by line limit ${p.first}::int`,
);
const selectOfStates = statement<
  { id: string; states: readonly RowState[]; after: number; first: number },
  ListRow
>(
  "studio.list_member_import_rows_of",
  (p) => sql`
    select line, cells, state, held from studio.member_import_rows
    where import_id = ${p.id}::uuid and state = any(${p.states}::text[]) and line > ${p.after}::int
    order by line limit ${p.first}::int`,
);
const updateStates = statement<{ id: string; lines: readonly number[]; states: readonly RowState[] }, never>(
  "studio.save_member_import_states",
  (p) => sql`
    update studio.member_import_rows as row set state = read.state
    from unnest(${p.lines}::int[], ${p.states}::text[]) as read (line, state)
    where row.import_id = ${p.id}::uuid and row.line = read.line and row.state <> read.state`,
);
const selectSlashedCells = statement<{ id: string; column: number }, { cell: string }>(
  "studio.list_member_import_dates",
  (p) => sql`
    select coalesce(cells[${p.column}::int], '') as cell from studio.member_import_rows
    where import_id = ${p.id}::uuid and cells[${p.column}::int] like '%/%' order by line`,
);
const selectPlans = statement<{ id: string; column: number; max: number }, ListedPlan>(
  "studio.list_member_import_plans",
  (p) => sql`
    select coalesce((array_agg(name order by line))[1], '') as value, count(*)::int as rows
    from (
      select line, trim(cells[${p.column}::int]) as name from studio.member_import_rows where import_id = ${p.id}::uuid) as listed
    where name <> '' group by lower(name) order by count(*) desc, lower(name) limit ${p.max}::int`,
);
type Settings = Pick<MemberImportRow, "id" | "fields" | "planId" | "accessUntil" | "dateOrder">;
const updateSettings = statement<Settings & { planChoices: string; priceChoices: string }, never>(
  "studio.save_member_import",
  (p) => sql`
    update studio.member_imports set fields = ${p.fields}::text[], plan_id = ${p.planId}, access_until = ${p.accessUntil}::timestamptz,
      date_order = ${p.dateOrder}, plan_choices = ${p.planChoices}::jsonb, price_choices = ${p.priceChoices}::jsonb
    where id = ${p.id}::uuid and state = 'draft'`,
);
const updateStarted = statement<{ id: string; now: Date }, never>(
  "studio.start_member_import",
  (p) => sql`
    update studio.member_imports set state = 'running', started_at = ${p.now}::timestamptz
    where id = ${p.id}::uuid and state = 'draft'`,
);
const updateEnded = statement<{ id: string; now: Date }, never>(
  "studio.end_member_import",
  (p) => sql`
    with emptied as (
      update studio.member_import_rows set cells = null, held = null
      where import_id = ${p.id}::uuid and (cells is not null or held is not null)
    )
    update studio.member_imports set state = 'done', ended_at = ${p.now}::timestamptz
    where id = ${p.id}::uuid and state = 'running'`,
);
const updateHandled = statement<{ id: string; line: number; state: RowState }, { line: number }>(
  "studio.save_member_import_row_handled",
  (p) => sql`
    update studio.member_import_rows set state = ${p.state}, cells = null, held = null
    where import_id = ${p.id}::uuid and line = ${p.line}::int and state in ('ready', 'ready_to_take_over', 'taking_over')
    returning line`,
);
const deleteImport = statement<{ id: string }, never>(
  "studio.delete_member_import",
  (p) => sql`delete from studio.member_imports where id = ${p.id}::uuid and state <> 'running'`,
);
const deleteOld = statement<{ draftsBefore: Date; before: Date }, never>(
  "studio.delete_old_member_imports",
  (p) => sql`
    delete from studio.member_imports
    where (state = 'draft' and created_at < ${p.draftsBefore}::timestamptz)
      or (state = 'done' and created_at < ${p.before}::timestamptz)`,
);

export const insertMemberImport = async (
  db: Db,
  made: Pick<MemberImportRow, "id" | "fileName" | "header" | "fields"> & { readonly now: Date },
): Promise<void> => {
  await db.change(insertImport, made);
};
export const insertListRows = async (db: Db, id: string, rows: readonly TableRow[]): Promise<void> => {
  await db.change(insertRows, { id, rows: JSON.stringify(rows) });
};
export const findMemberImport = (db: Db, id: string): Promise<MemberImportRow | null> =>
  db.maybe(selectImport, { id });
export const lockMemberImport = (db: Db, id: string): Promise<MemberImportRow | null> =>
  db.maybe(lockImport, { id });
/** The newest 20. */
export const listMemberImports = (db: Db): Promise<MemberImportRow[]> => db.many(selectImports, {});
export const countListRows = (db: Db, id: string): Promise<{ state: RowState; count: number }[]> =>
  db.many(selectCounts, { id });
/** A page of rows by line. @param page.states only these */
export const listRows = (
  db: Db,
  page: { id: string; states?: readonly RowState[]; after: number; first: number },
): Promise<ListRow[]> => {
  const { states, ...all } = page;
  return states ? db.many(selectOfStates, { ...all, states }) : db.many(selectRows, all);
};
export const saveRowStates = async (
  db: Db,
  id: string,
  rows: readonly Pick<ListRow, "line" | "state">[],
): Promise<void> => {
  const lines = rows.map(({ line }) => line);
  await db.change(updateStates, { id, lines, states: rows.map(({ state }) => state) });
};
/** What the rows hold in a column, counted from 0, where it has a slash; by line. */
export const listSlashedCells = async (db: Db, id: string, column: number): Promise<string[]> =>
  (await db.many(selectSlashedCells, { id, column: column + 1 })).map(({ cell }) => cell);
/** The names in a column, counted from 0, the most frequent first; names that differ only in case are one. */
export const listListedPlans = (db: Db, id: string, column: number, max: number): Promise<ListedPlan[]> =>
  db.many(selectPlans, { id, column: column + 1, max });
export const saveImportSettings = async (
  db: Db,
  settings: Settings & Pick<MemberImportRow, "planChoices" | "priceChoices">,
): Promise<void> => {
  const [planChoices, priceChoices] = [settings.planChoices, settings.priceChoices].map((choices) =>
    JSON.stringify(choices),
  ) as [string, string];
  await db.change(updateSettings, { ...settings, planChoices, priceChoices });
};
/** @returns false unless it was a draft */
export const saveImportStarted = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db.change(updateStarted, { id, now })) > 0;
/** Ends a running import, and deletes what its rows say. */
export const saveImportEnded = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(updateEnded, { id, now });
};
/** Saves what became of a row, and deletes what it says. @returns false if it was handled before */
export const saveRowHandled = async (db: Db, id: string, line: number, state: RowState): Promise<boolean> =>
  (await db.maybe(updateHandled, { id, line, state })) !== null;
/** @returns false for one that runs, or none */
export const deleteMemberImport = async (db: Db, id: string): Promise<boolean> =>
  (await db.change(deleteImport, { id })) > 0;
export const deleteOldMemberImports = async (
  db: Db,
  before: { readonly draftsBefore: Date; readonly before: Date },
): Promise<void> => {
  await db.change(deleteOld, before);
};
