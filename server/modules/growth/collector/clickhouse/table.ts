import { ClickHouseError, quoted, quotedList, unknownTable } from "../../../../platform/clickhouse.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import type { CollectedEvent } from "../protocol.ts";

/**
 * The table of events in ClickHouse. `received_at` is ClickHouse's own time of an insert, so that the order of events does not depend
 * on the clocks of API processes. Rows that PostgreSQL held for a while are marked `is_moved`, and have the time of its insert: they were
 * read there. A row that is moved twice has the same key, and is merged into one.
 */
const createTable = `
  create table if not exists events (
    message_id String,
    type String,
    name Nullable(String),
    user_id String,
    anonymous_id String,
    happened_at Int64,
    country_code Nullable(String),
    source Nullable(String),
    medium Nullable(String),
    campaign Nullable(String),
    message String,
    position UInt64,
    is_moved UInt8 default 0,
    received_at DateTime('UTC') default now()
  ) engine = ReplacingMergeTree partition by toYYYYMM(received_at) order by (received_at, position, message_id)`;
const columns =
  "message_id, type, name, user_id, anonymous_id, happened_at, country_code, source, medium, campaign, message, position";

/** A request waits so long for an insert; milliseconds. */
const insertMs = 3_000;
/** A scrape of the metrics waits so long for all of ClickHouse; milliseconds. Prometheus gives up on a scrape after 10 seconds. */
const tryMs = 2_000;
/** How long a job waits for an insert; milliseconds. */
const moveMs = 30_000;
/**
 * Newer rows are not read yet; seconds. An insert that was acknowledged took less than `insertMs`, so that no row that is older than this
 * appears later. One that was not acknowledged is in PostgreSQL as well.
 */
export const settleSeconds = 10;

/** Position in the order of events. */
export interface Mark {
  /** Seconds since 1970, by ClickHouse's clock. */
  readonly receivedAt: number;
  readonly position: number;
  readonly messageId: string;
}

/** A row, as ClickHouse stores it. Texts are empty, not null, where a key needs them. */
export interface EventRow {
  readonly message_id: string;
  readonly type: string;
  readonly name: string | null;
  readonly user_id: string;
  readonly anonymous_id: string;
  /** Milliseconds since 1970. */
  readonly happened_at: number;
  readonly country_code: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  /** JSON. */
  readonly message: string;
  /** Order among the rows of one second: microseconds since 1970, or PostgreSQL's number of a moved row. */
  readonly position: number;
}
/** A row that PostgreSQL held. */
export interface MovedRow extends EventRow {
  /** Seconds since 1970. */
  readonly received_at: number;
  readonly is_moved: 1;
}
/** A row as it is read. */
export interface ReadRow extends Omit<EventRow, "happened_at" | "position"> {
  /** Integers, as text. */
  readonly happened_at: string;
  readonly position: string;
  /** When it was received; seconds since 1970. */
  readonly at: number;
}

export const rowOf = (event: CollectedEvent, position: number): EventRow => ({
  message_id: event.messageId,
  type: event.type,
  name: event.name,
  user_id: event.userId ?? "",
  anonymous_id: event.anonymousId ?? "",
  happened_at: Date.parse(event.happenedAt),
  country_code: event.countryCode,
  source: event.source,
  medium: event.medium,
  campaign: event.campaign,
  message: JSON.stringify(event.message),
  position,
});
export const eventOf = (row: EventRow): CollectedEvent => ({
  messageId: row.message_id,
  type: row.type as CollectedEvent["type"],
  name: row.name,
  userId: row.user_id || null,
  anonymousId: row.anonymous_id || null,
  happenedAt: new Date(row.happened_at).toISOString(),
  countryCode: row.country_code,
  source: row.source,
  medium: row.medium,
  campaign: row.campaign,
  message: JSON.parse(row.message) as object,
});

/** The mark of a reader that has read a row. */
export const markOf = (row: ReadRow): Mark => ({
  receivedAt: row.at,
  position: Number(row.position),
  messageId: row.message_id,
});

const lacksTable = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === unknownTable;
/**
 * Runs a statement, and creates the table if it isn't there.
 * @param createMs limit for creating it; a minute unless given
 */
async function withTable<Result>(
  clickHouse: ClickHouse,
  work: () => Promise<Result>,
  createMs?: number,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!lacksTable(error)) throw error;
    await clickHouse.run(createTable, createMs);
    return work();
  }
}

/** Inserts new events. @param rows `EventRow`s as JSON @throws ClickHouseError: they may have been inserted nevertheless */
export const insertRows = (clickHouse: ClickHouse, rows: readonly string[]): Promise<void> =>
  withTable(clickHouse, () => clickHouse.insert(`events (${columns})`, rows, insertMs), insertMs);

/**
 * Tries an insert without rows, for 2 seconds at most. A server that has no room or too many files takes it, too. One without the table
 * can be reached, and the first event creates it.
 * @throws ClickHouseError
 */
export async function tryInsert(clickHouse: ClickHouse): Promise<void> {
  try {
    await clickHouse.insert(`events (${columns})`, [], tryMs);
  } catch (error) {
    if (!lacksTable(error)) throw error;
  }
}

/** Inserts events that PostgreSQL held. @throws ClickHouseError: they may have been inserted nevertheless */
export const insertMovedRows = (clickHouse: ClickHouse, rows: readonly MovedRow[]): Promise<void> =>
  withTable(clickHouse, () =>
    clickHouse.insert(
      `events (${columns}, is_moved, received_at)`,
      rows.map((row) => JSON.stringify(row)),
      moveMs,
    ),
  );

const time = (seconds: number) => `toDateTime(${seconds}, 'UTC')`;

/** Which of these messages are stored. @param period when they were received, in seconds since 1970; an hour more is searched */
export async function listStored(
  clickHouse: ClickHouse,
  messageIds: readonly string[],
  period: { from: number; to: number },
): Promise<Set<string>> {
  const rows = await withTable(clickHouse, () =>
    clickHouse.query<{ message_id: string }>(`
      select message_id from events
      where received_at >= ${time(period.from - 3600)} and received_at <= ${time(period.to + 3600)}
        and message_id in ${quotedList(messageIds)}`),
  );
  return new Set(rows.map(({ message_id: id }) => id));
}

/** The time of ClickHouse's clock, in seconds since 1970. */
export async function clockOf(clickHouse: ClickHouse): Promise<number> {
  const [row] = await clickHouse.query<{ now: number }>("select toUInt32(now()) as now");
  return row!.now;
}

/**
 * The next events after a mark, in an order that later inserts cannot change, without moved ones.
 * @param options.withoutMessages reads the other columns alone: `message` is most of a row
 */
export const listAfter = (
  clickHouse: ClickHouse,
  mark: Mark,
  limit: number,
  options: { readonly withoutMessages?: true } = {},
): Promise<ReadRow[]> => {
  const wanted = options.withoutMessages ? columns.replace(" message,", " '' as message,") : columns;
  const from = time(mark.receivedAt);
  const isReadable = `is_moved = 0 and received_at < now() - ${settleSeconds}`;
  // The inner statement reads narrow columns alone. It finds the last second of which wide ones are needed.
  return withTable(clickHouse, () =>
    clickHouse.query<ReadRow>(`
      select ${wanted}, toUInt32(received_at) as at from events
      where ${isReadable} and received_at >= ${from}
        and received_at <= greatest(${from}, (
          select max(received_at) from (
            select received_at from events where ${isReadable} and received_at > ${from} order by received_at limit ${limit})))
        and (received_at, position, message_id) > (${from}, toUInt64(${mark.position}), ${quoted(mark.messageId)})
      order by received_at, position, message_id limit ${limit}`),
  );
};

/** All events of accounts, each once, oldest first. */
export const listOfUsers = (clickHouse: ClickHouse, userIds: readonly string[]): Promise<ReadRow[]> =>
  withTable(clickHouse, () =>
    clickHouse.query(`
      select ${columns}, toUInt32(received_at) as at from events where user_id in ${quotedList(userIds)}
      order by received_at, position, message_id limit 1 by message_id`),
  );

const ofPeople = (ids: readonly string[]) =>
  `user_id in ${quotedList(ids)} or anonymous_id in ${quotedList(ids)}`;
/** Those of the ids that have rows. */
export async function listStoredPeople(clickHouse: ClickHouse, ids: readonly string[]): Promise<Set<string>> {
  const rows = await withTable(clickHouse, () =>
    clickHouse.query<{ id: string }>(
      `select distinct arrayJoin([user_id, anonymous_id]) as id from events where ${ofPeople(ids)}`,
    ),
  );
  return new Set(rows.map(({ id }) => id));
}
/** The oldest mutation of the table that isn't done, also one of an operator's. @returns its time in seconds since 1970 */
export async function findMutation(
  clickHouse: ClickHouse,
): Promise<{ readonly id: string; readonly createdAt: number } | null> {
  const [row] = await clickHouse.query<{ id: string; createdAt: number }>(`
    select mutation_id as id, toUInt32(create_time) as createdAt from system.mutations
    where database = currentDatabase() and table = 'events' and is_done = 0 order by create_time limit 1`);
  return row ?? null;
}
/** Begins to delete the rows of people. ClickHouse rewrites its files in the background. */
export const beginDeleting = (clickHouse: ClickHouse, ids: readonly string[]): Promise<void> =>
  withTable(clickHouse, () => clickHouse.run(`alter table events delete where ${ofPeople(ids)}`));

/**
 * Drops the months that ended before a time. One that is refused holds up no other.
 * @returns the months, as 202611
 * @throws the first refusal, after the other months are dropped
 */
export async function dropMonthsBefore(clickHouse: ClickHouse, before: Date): Promise<string[]> {
  const rows = await clickHouse.query<{ month: string }>(`
    select distinct partition as month from system.parts
    where database = currentDatabase() and table = 'events' and active order by month`);
  const old = rows
    .map(({ month }) => month)
    .filter((month) => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1) <= before.getTime());
  const refusals: unknown[] = [];
  for (const month of old) {
    try {
      await clickHouse.run(`alter table events drop partition ${Number(month)}`);
    } catch (error) {
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  return old;
}
