import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type { ProviderEvent, SubscriptionProvider } from "../ports.ts";

/** A provider event as stored: what isn't searched for is in the payload. */
interface EventRow {
  readonly provider: SubscriptionProvider;
  readonly eventId: string;
  readonly type: string;
  readonly payload: Partial<Omit<ProviderEvent, "provider" | "eventId" | "type">>;
}

const insertEventRow = statement<Omit<EventRow, "payload"> & { payload: string }, never>(
  "billing.insert_webhook_event",
  (p) => sql`
    insert into billing.webhook_events (provider, event_id, type, payload)
    values (${p.provider}, ${p.eventId}, ${p.type}, ${p.payload}::jsonb) on conflict do nothing`,
);
const selectEvent = statement<{ provider: string; eventId: string }, EventRow & { appliedAt: Date | null }>(
  "billing.find_webhook_event",
  (p) => sql`
    select provider, event_id as "eventId", type, payload, applied_at as "appliedAt" from billing.webhook_events
    where provider = ${p.provider} and event_id = ${p.eventId}`,
);
const markEvent = statement<{ provider: string; eventId: string; failure: string | null }, never>(
  "billing.mark_webhook_event",
  // Whom it was about isn't kept: accounts are deleted, and their events stay.
  (p) => sql`
    update billing.webhook_events set failure = ${p.failure}::text, applied_at = case when ${p.failure}::text is null then now() end,
      payload = case when ${p.failure}::text is null then payload - 'customers' else payload end
    where provider = ${p.provider} and event_id = ${p.eventId}`,
);
const deleteOld = statement<{ before: Date }, never>(
  "billing.delete_old_webhook_events",
  (p) => sql`
    delete from billing.webhook_events where ${oldest("billing.webhook_events", "applied_at", p.before)}`,
);

/** Deletes events that were applied before a moment. */
export const deleteEventsBefore = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, deleteOld, { before });

/**
 * Stores an event.
 * @returns whether this is the first delivery
 */
export const insertEvent = async (db: Db, event: ProviderEvent): Promise<boolean> => {
  const { provider, eventId, type, ...payload } = event;
  return (await db.change(insertEventRow, { provider, eventId, type, payload: JSON.stringify(payload) })) > 0;
};

export async function findEvent(
  db: Db,
  provider: string,
  eventId: string,
): Promise<(ProviderEvent & { appliedAt: Date | null }) | null> {
  const found = await db.maybe(selectEvent, { provider, eventId });
  if (!found) return null;
  const { payload, ...event } = found;
  // Events of earlier releases have no kind.
  return { kind: "payment_changed", ref: null, key: null, ...payload, ...event };
}

/** Marks an event as applied, or records why it failed. */
export const markEventApplied = async (
  db: Db,
  event: { provider: string; eventId: string },
  failure: string | null = null,
): Promise<void> => {
  await db.change(markEvent, { provider: event.provider, eventId: event.eventId, failure });
};
