import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** State of an asset's order. */
interface OrderState {
  readonly attempts: number;
  readonly isPending: boolean;
  /** Its last order failed permanently. */
  readonly hasFailed: boolean;
  readonly errorReason: string | null;
  /** When its last order was placed. */
  readonly requestedAt: Date | null;
  /** Its last order; null without one. */
  readonly order: unknown;
}
const lockAsset = statement<{ id: string }, OrderState>(
  "media.lock_asset",
  (p) => sql`
    select tries as attempts, is_pending as "isPending", not is_pending and error_reason is not null as "hasFailed",
      error_reason as "errorReason", requested_at as "requestedAt", transcode_order as "order"
    from media.assets where id = ${p.id}::uuid for update`,
);
const supersede = statement<{ assetId: string; now: Date }, { version: string }>(
  "media.supersede_attempts",
  (p) => sql`
    update media.attempts set state = 'superseded', ended_at = ${p.now}::timestamptz
    where asset_id = ${p.assetId}::uuid and state = 'running' returning version`,
);
const insert = statement<{ assetId: string; version: string; now: Date }, never>(
  "media.insert_attempt",
  (p) => sql`
    with counted as (
      update media.assets set tries = tries + 1, percent = 0 where id = ${p.assetId}::uuid returning requested_at
    )
    insert into media.attempts (version, asset_id, state, started_at, ordered_at)
    select ${p.version}::uuid, ${p.assetId}::uuid, 'running', ${p.now}::timestamptz, requested_at from counted`,
);
/** An attempt that has ended. */
interface EndedAttempt {
  readonly assetId: string;
  /** Of the present order. */
  readonly attempts: number;
  /** A newer order came while it was running. */
  readonly isOutdated: boolean;
}
const end = statement<
  { version: string; state: string; reason: string | null; detail: string | null; now: Date },
  EndedAttempt
>(
  "media.end_attempt",
  (p) => sql`
    with ended as (
      update media.attempts set state = ${p.state}, reason = ${p.reason}, detail = ${p.detail}, ended_at = ${p.now}::timestamptz
      where version = ${p.version}::uuid and state = 'running' returning asset_id, ordered_at
    )
    update media.assets set tries = tries - case when ${p.state} = 'stopped' and requested_at = ended.ordered_at then 1 else 0 end
    from ended where assets.id = ended.asset_id
    returning assets.id as "assetId", assets.tries as attempts, assets.requested_at is distinct from ended.ordered_at as "isOutdated"`,
);
/** A version that another one has replaced. */
interface RetiredVersion {
  readonly version: string;
  /** Moments of the stills that were made of it, milliseconds. */
  readonly stillsMs: readonly number[];
}
const retire = statement<{ assetId: string; version: string }, RetiredVersion>(
  "media.retire_versions",
  (p) => sql`
    update media.attempts set state = 'retired'
    where asset_id = ${p.assetId}::uuid and state = 'published' and version <> ${p.version}::uuid
    returning version, coalesce(stills_ms, '{}') as "stillsMs"`,
);
const running = statement<{ versions: readonly string[] }, { version: string }>(
  "media.list_running_versions",
  (p) =>
    sql`select version from media.attempts where version = any(${p.versions}::uuid[]) and state = 'running'`,
);
const stranded = statement<{ before: Date; tasks: readonly string[] }, { id: string; order: unknown }>(
  "media.list_stranded",
  (p) => sql`
    select id, transcode_order as "order" from media.assets
    where is_pending and transcode_order is not null and requested_at < ${p.before}::timestamptz and not exists (
      select from graphile_worker.jobs
      where jobs.task_identifier = any(${p.tasks}::text[]) and jobs.key = 'transcode-' || assets.id
        and (jobs.attempts < jobs.max_attempts or jobs.locked_at is not null)
    )
    order by requested_at limit 100`,
);

/** The last order of an asset. */
interface LastOrder {
  /** Null without one. */
  readonly order: unknown;
  readonly isPending: boolean;
  /** Whether the asset has a version. */
  readonly isPublished: boolean;
}
const selectOrder = statement<{ id: string }, LastOrder>(
  "media.find_order",
  (p) => sql`
    select transcode_order as "order", is_pending as "isPending", version is not null as "isPublished"
    from media.assets where id = ${p.id}::uuid for update`,
);

/** The last order of an asset, whose row is locked for the rest of the transaction; null if it was deleted. */
export const findOrder = (db: Db, id: string): Promise<LastOrder | null> => db.maybe(selectOrder, { id });

/** Locks an asset's row for the rest of the transaction; null if it was deleted. */
export const lockAssetRow = (db: Db, id: string): Promise<OrderState | null> => db.maybe(lockAsset, { id });

/**
 * Ends attempts of dead workers, or of an older order.
 * @returns their versions, whose files are never published
 */
export const supersedeAttempts = async (db: Db, assetId: string, now: Date): Promise<string[]> =>
  (await db.many(supersede, { assetId, now })).map(({ version }) => version);

/** Inserts an attempt and increments the order's count. */
export const insertAttempt = async (
  db: Db,
  attempt: { assetId: string; version: string; now: Date },
): Promise<void> => {
  await db.change(insert, attempt);
};

/**
 * Ends an attempt. One that a shutdown interrupted isn't counted.
 * @returns null if another attempt has superseded it
 */
export const endAttempt = (
  db: Db,
  attempt: {
    version: string;
    state: "published" | "failed" | "stopped";
    reason: string | null;
    detail: string | null;
    now: Date;
  },
): Promise<EndedAttempt | null> => db.maybe(end, attempt);

/** Marks the versions that `version` replaces as retired. @returns those versions */
export const retireVersions = (db: Db, assetId: string, version: string): Promise<RetiredVersion[]> =>
  db.many(retire, { assetId, version });

/** Assets that wait for a transcode without a job: the worker was killed at the last attempt. */
export const listStranded = (
  db: Db,
  before: Date,
  tasks: readonly string[],
): Promise<{ id: string; order: unknown }[]> => db.many(stranded, { before, tasks });
/** Those of some versions that a worker is rendering. */
export const listRunningVersions = async (db: Db, versions: readonly string[]): Promise<string[]> =>
  (await db.many(running, { versions })).map(({ version }) => version);
