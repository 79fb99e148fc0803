import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * The angles of `media.assets`. A server of the previous release writes has_back alone: where it differs, it is newer.
 */
export const anglesText = `case when has_back = ('back' = any(angles)) then angles
  when has_back then array['front', 'back'] else array['front'] end`;
export const anglesSql = sql.raw(anglesText);

/** Upright angles of `media.assets`. A server of the previous release publishes versions without them. */
export const uprightAnglesText = `case when upright_version = version then upright_angles else '{}' end`;
export const uprightAnglesSql = sql.raw(uprightAnglesText);

/** Folders of the views of `media.assets` that have AV1 renditions. */
export const av1ViewsText = `case when av1_version = version then av1_views else '{}' end`;
export const av1ViewsSql = sql.raw(av1ViewsText);

/**
 * An AssetRow as one JSON value, null if there is none, for another module's statement.
 * @param assetId a uuid expression
 */
export const assetSql = (assetId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('id', id, 'ownerKind', owner_kind, 'ownerId', owner_id, 'availability', availability, 'percent', percent,
    'errorReason', error_reason, 'version', version, 'durationMs', duration_ms, 'width', width, 'height', height,
    'angles', ${anglesSql}, 'uprightAngles', ${uprightAnglesSql}, 'av1Views', ${av1ViewsSql}, 'captions', captions,
    'stretchPercents', case when slow_version = version then slow_percents else '{}' end, 'poster', poster, 'thumbnail', thumbnail,
    'trailer', trailer)
  from media.assets where assets.id = ${assetId})`;

/**
 * Whether an asset can be played, for another module's statement.
 * @param assetId a uuid expression
 */
export const isAvailableSql = (assetId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from media.assets where assets.id = ${assetId} and assets.availability = 'available')`;

/**
 * The version of an asset that is played, for another module's statement.
 * @param assetId a uuid expression
 */
export const versionSql = (assetId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select version from media.assets where assets.id = ${assetId})`;
