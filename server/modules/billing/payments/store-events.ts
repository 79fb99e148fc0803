import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A provider event as received. */
export interface ProviderEvent {
  readonly provider: string;
  /** The provider's event id, identical in every delivery. */
  readonly eventId: string;
  readonly type: string;
  readonly payload: unknown;
}

const insertEventRow = statement<Omit<ProviderEvent, "payload"> & { payload: string }, never>(
  "billing.insert_webhook_event",
  (p) => sql`
    insert into billing.webhook_events (provider, event_id, type, payload)
    values (${p.provider}, ${p.eventId}, ${p.type}, ${p.payload}::jsonb) on conflict do nothing`,
);
const selectEvent = statement<
  { provider: string; eventId: string },
  ProviderEvent & { appliedAt: Date | null }
>(
  "billing.find_webhook_event",
  (p) => sql`
    select provider, event_id as "eventId", type, payload, applied_at as "appliedAt" from billing.webhook_events
    where provider = ${p.provider} and event_id = ${p.eventId}`,
);
const markEvent = statement<{ provider: string; eventId: string; failure: string | null }, never>(
  "billing.mark_webhook_event",
  (p) => sql`
    update billing.webhook_events set failure = ${p.failure}::text, applied_at = case when ${p.failure}::text is null then now() end
    where provider = ${p.provider} and event_id = ${p.eventId}`,
);

/**
 * Stores an event.
 * @returns whether this is the first delivery
 */
export const insertEvent = async (db: Db, event: ProviderEvent): Promise<boolean> =>
  (await db.change(insertEventRow, { ...event, payload: JSON.stringify(event.payload) })) > 0;

export const findEvent = (
  db: Db,
  provider: string,
  eventId: string,
): Promise<(ProviderEvent & { appliedAt: Date | null }) | null> =>
  db.maybe(selectEvent, { provider, eventId });

/** Marks an event as applied, or records why it failed. */
export const markEventApplied = async (
  db: Db,
  event: { provider: string; eventId: string },
  failure: string | null = null,
): Promise<void> => {
  await db.change(markEvent, { provider: event.provider, eventId: event.eventId, failure });
};
