import type { Ctx } from "../../../../ctx.ts";
import { listOfUsers } from "./table.ts";

/**
 * Events of accounts that ClickHouse stores, in the shape of rows of `growth.events`.
 * @throws ClickHouseError
 */
export async function storedEventsOf(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { clickHouse } = ctx.ports;
  if (!clickHouse || userIds.length === 0) return [];
  const rows = await listOfUsers(clickHouse, userIds);
  return rows.map((row) => ({
    message_id: row.message_id,
    type: row.type,
    name: row.name,
    user_id: row.user_id,
    anonymous_id: row.anonymous_id || null,
    happened_at: new Date(Number(row.happened_at)).toISOString(),
    received_at: new Date(row.at * 1000).toISOString(),
    country_code: row.country_code,
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    message: JSON.parse(row.message) as object,
  }));
}
