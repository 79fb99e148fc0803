import { sql } from "kysely";
import { statement } from "../../../../platform/db.ts";
import type { Db } from "../../../../platform/db.ts";
import type { Span } from "../../pipeline/spans.ts";
import { release } from "../../../../platform/release.ts";

/** A claim that isn't renewed for this long is of a lost worker. Milliseconds. */
const claimMs = 30_000;
/** Workers that help with one video at once, each of which reads its source: beside its own. */
const maxHelpers = 8;

const claimedUntil = sql`now() + ${sql.lit(claimMs)} * interval '1 millisecond'`;

/** Condition that a stretch is still needed: of a transcode that is to be carried out, or of the AV1 of a version that has none yet. */
const isNeeded = sql`case when stretches.version is null then assets.is_pending and assets.requested_at = stretches.ordered_at
  else assets.version = stretches.version and assets.av1_version is distinct from assets.version
    and not assets.is_pending and assets.error_reason is null end`;

const insertOffered = statement<
  { assetId: string; version: string | null; view: string; plan: string; release: string; stretches: string },
  never
>(
  "media.insert_stretches",
  (p) => sql`
    insert into media.stretches (asset_id, version, ordered_at, view, plan, release, name, first_frame, frames, is_stored, spans)
    select id, ${p.version}::uuid, coalesce(requested_at, '-infinity'), ${p.view}, ${p.plan}::json, ${p.release}, name, first, frames, "isStored", spans
    from media.assets, jsonb_to_recordset(${p.stretches}::jsonb) as stretch (name text, first int, frames int, "isStored" boolean, spans json)
    where assets.id = ${p.assetId}::uuid
    on conflict (asset_id, name) do update set ordered_at = excluded.ordered_at, plan = excluded.plan, spans = coalesce(excluded.spans, stretches.spans), release = excluded.release,
      is_stored = stretches.is_stored or excluded.is_stored`,
);
const selectNames = statement<{ assetId: string; view: string }, { name: string }>(
  "media.list_stretches",
  (p) => sql`select name from media.stretches where asset_id = ${p.assetId}::uuid and view = ${p.view}`,
);
const deleteOthers = statement<{ assetId: string; view: string; names: readonly string[] }, never>(
  "media.delete_other_stretches",
  (p) => sql`
    delete from media.stretches where asset_id = ${p.assetId}::uuid and view = ${p.view} and name <> all(${p.names}::text[])`,
);
const deleteAll = statement<{ assetId: string; version: string | null }, never>(
  "media.delete_stretches",
  (p) => sql`
    delete from media.stretches where asset_id = ${p.assetId}::uuid and version is not distinct from ${p.version}::uuid`,
);

interface Turn {
  /** The stretch that was claimed; null if none is free. */
  readonly name: string | null;
  /** How many of the given ones are stored, and offered at all. */
  readonly stored: number;
  readonly offered: number;
}
// Those that helpers have claimed but not begun come last.
const claimOwn = statement<{ assetId: string; names: readonly string[]; claimant: string }, Turn>(
  "media.claim_own_stretch",
  (p) => sql`
    with ours as (
      select stretches.* from media.stretches join media.assets on assets.id = asset_id
      where asset_id = ${p.assetId}::uuid and name = any(${p.names}::text[]) and ${isNeeded}
    ), claimed as (
      update media.stretches set claimed_by = ${p.claimant}::uuid, claimed_until = ${claimedUntil}, is_begun = true
      where asset_id = ${p.assetId}::uuid and name = (
        select name from media.stretches
        where asset_id = ${p.assetId}::uuid and name in (select name from ours) and not is_stored and (claimed_until < now() or not is_begun)
        order by claimed_until >= now(), frames desc, first_frame limit 1 for update skip locked
      )
      returning name
    )
    select (select name from claimed) as name, count(*) filter (where is_stored) as stored, count(*) as offered from ours`,
);

/** A stretch that another worker offered, and that this one has claimed. */
export interface ClaimedStretch {
  readonly assetId: string;
  readonly name: string;
  readonly view: string;
  /** The published version whose AV1 it is; null: it is of a transcode. */
  readonly version: string | null;
  readonly first: number;
  readonly frames: number;
  readonly plan: unknown;
  /** Bytes of its source from which it can be decoded; null: unknown. */
  readonly spans: readonly Span[] | null;
  /** The order of its video. */
  readonly order: unknown;
}
const claimOther = statement<
  {
    claimant: string;
    assetId: string | null;
    view: string | null;
    isAv1: boolean;
    except: readonly string[];
    release: string;
  },
  ClaimedStretch
>(
  "media.claim_offered_stretch",
  (p) => sql`
    with free as (
      select stretches.asset_id, stretches.name, assets.transcode_order
      from media.stretches join media.assets on assets.id = stretches.asset_id
      where ${isNeeded} and not is_stored and not is_left_to_owner and claimed_until < now() and release = ${p.release}
        and (stretches.version is not null) = ${p.isAv1}::boolean and stretches.asset_id <> all(${p.except}::uuid[])
        and (${p.assetId}::uuid is null or (asset_id = ${p.assetId}::uuid and view = ${p.view}::text))
        and (
          select count(*) from media.stretches as other
          where other.asset_id = stretches.asset_id and not other.is_stored and other.claimed_until >= now()
        ) <= ${sql.lit(maxHelpers)}
      order by assets.requested_at, frames desc, first_frame limit 1 for update of stretches skip locked
    )
    update media.stretches set claimed_by = ${p.claimant}::uuid, claimed_until = ${claimedUntil}, is_begun = false
    from free where stretches.asset_id = free.asset_id and stretches.name = free.name
    returning stretches.asset_id as "assetId", stretches.name, view, stretches.version, first_frame as first, frames, plan, spans, transcode_order as "order"`,
);

/** Which worker has claimed which stretch. */
export interface StretchClaim {
  readonly assetId: string;
  readonly name: string;
  /** An id of its own for each attempt, and for each time that a worker helps with one. */
  readonly claimant: string;
}
const renew = statement<StretchClaim & { begins: boolean }, never>(
  "media.renew_stretch",
  (p) => sql`
    update media.stretches set claimed_until = ${claimedUntil}, is_begun = is_begun or ${p.begins}::boolean
    from media.assets
    where assets.id = asset_id and ${isNeeded}
      and asset_id = ${p.assetId}::uuid and name = ${p.name} and claimed_by = ${p.claimant}::uuid`,
);
const giveBack = statement<StretchClaim & { isLeftToOwner: boolean }, never>(
  "media.give_back_stretch",
  (p) => sql`
    update media.stretches set claimed_until = '-infinity', is_left_to_owner = is_left_to_owner or ${p.isLeftToOwner}::boolean
    where asset_id = ${p.assetId}::uuid and name = ${p.name} and claimed_by = ${p.claimant}::uuid and not is_stored`,
);
const setStored = statement<{ assetId: string; name: string }, never>(
  "media.set_stretch_stored",
  (p) =>
    sql`update media.stretches set is_stored = true where asset_id = ${p.assetId}::uuid and name = ${p.name}`,
);
const current = statement<{ claimants: readonly string[] }, { claimant: string }>(
  "media.list_current_claimants",
  (p) => sql`
    select distinct claimed_by as claimant from media.stretches
    where claimed_by = any(${p.claimants}::uuid[]) and claimed_until >= now()`,
);

/** Offers the stretches of a view, in place of others that an earlier order had for it. */
export async function insertStretches(
  db: Db,
  offer: {
    assetId: string;
    version: string | null;
    view: string;
    plan: object;
    stretches: readonly {
      name: string;
      first: number;
      frames: number;
      isStored: boolean;
      spans: readonly Span[] | null;
    }[];
  },
): Promise<void> {
  const { assetId, version, view, plan, stretches } = offer;
  await db.change(deleteOthers, { assetId, view, names: stretches.map(({ name }) => name) });
  const rows = { plan: JSON.stringify(plan), stretches: JSON.stringify(stretches) };
  await db.change(insertOffered, { assetId, version, view, release, ...rows });
}

/** The names of the stretches of a view that were offered. */
export const listStretches = async (db: Db, assetId: string, view: string): Promise<string[]> =>
  (await db.many(selectNames, { assetId, view })).map(({ name }) => name);

/** Withdraws the stretches of a transcode, or of the AV1 of a version. */
export const deleteStretches = async (db: Db, assetId: string, version: string | null): Promise<void> => {
  await db.change(deleteAll, { assetId, version });
};

/** Withdraws the stretches of a view. */
export const deleteStretchesOf = async (db: Db, assetId: string, view: string): Promise<void> => {
  await db.change(deleteOthers, { assetId, view, names: [] });
};

/** Claims a stretch that the claimant offers itself. */
export const claimOwnStretch = (
  db: Db,
  claim: { assetId: string; names: readonly string[]; claimant: string },
): Promise<Turn> => db.one(claimOwn, claim);

/**
 * Claims a stretch that another worker offered; null if there is none.
 * @param of.isAv1 of AV1 renditions instead of transcodes
 * @param of.from only of this view of a video
 * @param of.except not of these videos
 */
export const claimOfferedStretch = (
  db: Db,
  claimant: string,
  of: {
    readonly isAv1: boolean;
    readonly from: { readonly assetId: string; readonly view: string } | null;
    readonly except: readonly string[];
  },
): Promise<ClaimedStretch | null> =>
  db.maybe(claimOther, {
    claimant,
    assetId: of.from?.assetId ?? null,
    view: of.from?.view ?? null,
    isAv1: of.isAv1,
    except: of.except,
    release,
  });

/**
 * Renews a claim.
 * @param begins the encoder starts: from now on it isn't taken away
 * @returns false if the stretch is another worker's, or no longer needed
 */
export const renewClaim = async (db: Db, claim: StretchClaim, begins = false): Promise<boolean> =>
  (await db.change(renew, { ...claim, begins })) > 0;

/** Ends a claim. @param isLeftToOwner whether only the worker that offers it may claim it */
export const giveBackStretch = async (db: Db, claim: StretchClaim, isLeftToOwner: boolean): Promise<void> => {
  await db.change(giveBack, { ...claim, isLeftToOwner });
};

/** @returns false if the stretch is no longer needed */
export const setStretchStored = async (db: Db, assetId: string, name: string): Promise<boolean> =>
  (await db.change(setStored, { assetId, name })) > 0;

/** Those of some claimants that are encoding a stretch. */
export const listCurrentClaimants = async (db: Db, claimants: readonly string[]): Promise<string[]> =>
  (await db.many(current, { claimants })).map(({ claimant }) => claimant);
