import { sql } from "kysely";
import type { Config } from "../config/index.ts";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import { keyedHash } from "../signature.ts";

/** What finds an address in the list: the list has no addresses. */
const hashOf = ({ authSecret }: Pick<Config, "authSecret">, address: string): string =>
  keyedHash(authSecret, `mail suppression:${address.trim().toLowerCase()}`);

/** Why an address is in the list: its mailbox doesn't exist, or its owner called an email spam. */
export const suppressionReasons = ["bounce", "complaint"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
export interface Suppression {
  readonly reason: SuppressionReason;
  readonly at: Date;
}

const insertAddress = statement<{ hash: string; reason: SuppressionReason; now: Date }, never>(
  "platform.suppress_address",
  (p) => sql`
    insert into platform.suppressed_addresses as known (address_hash, reason, suppressed_at)
    values (${p.hash}, ${p.reason}, ${p.now}::timestamptz)
    on conflict (address_hash) do update set reason = 'complaint' where excluded.reason = 'complaint'`,
);
const selectAddress = statement<{ hash: string }, Suppression>(
  "platform.find_suppressed_address",
  (p) => sql`
    select reason, suppressed_at as at from platform.suppressed_addresses where address_hash = ${p.hash}`,
);
const deleteAddress = statement<{ hash: string; reason: SuppressionReason | null }, never>(
  "platform.allow_address",
  (p) => sql`
    delete from platform.suppressed_addresses
    where address_hash = ${p.hash} and reason = coalesce(${p.reason}::text, reason)`,
);

type Of = { readonly db: Db; readonly config: Config };

/** Stops emails to an address that can be unsubscribed from. Idempotent. */
export const suppressAddress = async (
  { db, config }: Of,
  {
    address,
    reason,
    now,
  }: { readonly address: string; readonly reason: SuppressionReason; readonly now: Date },
): Promise<void> => {
  await db.change(insertAddress, { hash: hashOf(config, address), reason, now });
};
/** Why and since when an address gets no such emails; null if it gets them. */
export const suppressionOf = ({ db, config }: Of, address: string): Promise<Suppression | null> =>
  db.maybe(selectAddress, { hash: hashOf(config, address) });
/**
 * Lets such emails reach an address again.
 * @param reason only if they were stopped for it; null for any
 * @returns whether something changed
 */
export const allowAddress = async (
  { db, config }: Of,
  address: string,
  reason: SuppressionReason | null = null,
): Promise<boolean> => (await db.change(deleteAddress, { hash: hashOf(config, address), reason })) > 0;
