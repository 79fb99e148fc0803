import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SubscriptionProvider } from "../ports.ts";

/** A payment that a client makes itself, before it asks for what it pays. */
export interface IntentRow {
  readonly provider: SubscriptionProvider;
  readonly ref: string;
  readonly accountId: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly createdAt: Date;
}

const insert = statement<Omit<IntentRow, "createdAt"> & { now: Date }, never>(
  "billing.insert_intent",
  (p) => sql`
    insert into billing.intents (provider, ref, account_id, amount, currency_code, created_at)
    values (${p.provider}, ${p.ref}, ${p.accountId}::uuid, ${p.amount}, ${p.currencyCode}, ${p.now})`,
);
const selectOpen = statement<{ before: Date; most: number }, IntentRow>(
  "billing.list_open_intents",
  (p) => sql`
    select provider, ref, account_id as "accountId", amount, currency_code as "currencyCode", created_at as "createdAt"
    from billing.intents where ended_at is null and created_at < ${p.before} order by created_at limit ${p.most}::int`,
);
const end = statement<{ provider: string; ref: string; now: Date }, never>(
  "billing.end_intent",
  (p) => sql`
    update billing.intents set ended_at = ${p.now} where provider = ${p.provider} and ref = ${p.ref} and ended_at is null`,
);
const selectEnded = statement<{ provider: string; ref: string }, { isEnded: boolean }>(
  "billing.lock_intent",
  (p) => sql`
    select ended_at is not null as "isEnded" from billing.intents
    where provider = ${p.provider} and ref = ${p.ref} for update`,
);

export const insertIntent = async (
  db: Db,
  intent: Omit<IntentRow, "createdAt"> & { now: Date },
): Promise<void> => {
  await db.change(insert, intent);
};

/** Intents created before a moment that have paid for nothing yet. */
export const listOpenIntents = (db: Db, before: Date, most: number): Promise<IntentRow[]> =>
  db.many(selectOpen, { before, most });

/**
 * Ends an intent.
 * @returns false if it has ended before, or isn't ours
 */
export const endIntent = async (
  db: Db,
  intent: { provider: string; ref: string; now: Date },
): Promise<boolean> => (await db.change(end, intent)) > 0;

/** Locks an intent until the transaction ends. @returns whether it can't pay for anything any more */
export const hasIntentEnded = async (db: Db, provider: string, ref: string): Promise<boolean> =>
  (await db.maybe(selectEnded, { provider, ref }))?.isEnded ?? false;
