import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * An AssetRow as one JSON value, null if there is none, for another module's statement.
 * @param assetId a uuid expression
 */
export const assetSql = (assetId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('id', id, 'ownerKind', owner_kind, 'ownerId', owner_id, 'availability', availability, 'percent', percent,
    'errorReason', error_reason, 'version', version, 'durationMs', duration_ms, 'width', width, 'height', height,
    'hasBack', has_back, 'captions', captions,
    'stretchPercents', case when slow_version = version then slow_percents else '{}' end, 'poster', poster, 'thumbnail', thumbnail)
  from media.assets where assets.id = ${assetId})`;

/**
 * Whether an asset can be played, for another module's statement.
 * @param assetId a uuid expression
 */
export const isAvailableSql = (assetId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from media.assets where assets.id = ${assetId} and assets.availability = 'available')`;
