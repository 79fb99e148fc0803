import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

export interface FeatureFlagRow {
  readonly name: string;
  readonly enabled: boolean;
}

const selectFlags = statement<Record<string, never>, FeatureFlagRow>(
  "growth.list_feature_flags",
  () => sql`select name, enabled from growth.feature_flags order by name`,
);
const insertEvents = statement<{ events: string }, never>(
  "growth.insert_tracked_events",
  (p) => sql`
    insert into growth.tracked_events (message_id, type, event)
    select event->>'messageId', event->>'type', event from jsonb_array_elements(${p.events}::jsonb) as event
    on conflict (message_id) do nothing`,
);

export const listFeatureFlags = (db: Db): Promise<FeatureFlagRow[]> => db.many(selectFlags, {});

/** Keeps tracked events; each must have `messageId` and `type`. @returns how many were new */
export const insertTrackedEvents = (db: Db, events: readonly object[]): Promise<number> =>
  db.change(insertEvents, { events: JSON.stringify(events) });
