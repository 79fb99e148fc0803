import { sql } from "kysely";
import type { Config } from "../config/index.ts";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import { keyedHash } from "../signature.ts";

/** What finds an address in the list: the list has no addresses. */
const hashOf = ({ authSecret }: Pick<Config, "authSecret">, address: string): string =>
  keyedHash(authSecret, `mail suppression:${address.trim().toLowerCase()}`);

const insertAddress = statement<{ hash: string; now: Date }, never>(
  "platform.suppress_address",
  (p) => sql`
    insert into platform.suppressed_addresses (address_hash, suppressed_at) values (${p.hash}, ${p.now}::timestamptz)
    on conflict do nothing`,
);
const selectAddress = statement<{ hash: string }, { suppressedAt: Date }>(
  "platform.find_suppressed_address",
  (p) => sql`
    select suppressed_at as "suppressedAt" from platform.suppressed_addresses where address_hash = ${p.hash}`,
);
const deleteAddress = statement<{ hash: string }, never>(
  "platform.allow_address",
  (p) => sql`delete from platform.suppressed_addresses where address_hash = ${p.hash}`,
);

type Of = { readonly db: Db; readonly config: Config };

/** Stops emails to an address that can be unsubscribed from. Idempotent. */
export const suppressAddress = async (
  { db, config }: Of,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<void> => {
  await db.change(insertAddress, { hash: hashOf(config, address), now });
};
/** Since when an address gets no such emails; null if it gets them. */
export const suppressedSince = async ({ db, config }: Of, address: string): Promise<Date | null> =>
  (await db.maybe(selectAddress, { hash: hashOf(config, address) }))?.suppressedAt ?? null;
/** Lets such emails reach an address again. @returns false if they did */
export const allowAddress = async ({ db, config }: Of, address: string): Promise<boolean> =>
  (await db.change(deleteAddress, { hash: hashOf(config, address) })) > 0;
