import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A person's email addresses. */
export interface EmailRow {
  /** Verified; null until then. */
  readonly address: string | null;
  /** Given, not verified, and no other account's. */
  readonly pendingEmailAddress: string | null;
}

/** The account that verified an address. */
export interface AddressOwner {
  readonly personId: string;
  readonly name: string;
  /** Changes when the account forgets all browsers. */
  readonly deviceEpoch: number;
}

/** An account that gave an address without having verified any. */
export interface UnverifiedAccount {
  readonly id: string;
  readonly name: string;
  readonly signedUpAt: Date;
  /** Whether it has profiles besides the holder's. */
  readonly hasFamily: boolean;
  /** Email alone never signs in to an account with a role. */
  readonly isStaff: boolean;
}

/** An account and its password hash. */
export interface HashedAccount {
  readonly id: string;
  readonly hash: string;
  readonly isVerified: boolean;
}

/** The purpose of a lookup: sign in to an address's accounts, or verify it for one of them. */
export type AddressUse = "sign_in" | "verify";

const selectEmail = statement<{ personId: string }, EmailRow>(
  "identity.find_address",
  (p) => sql`
    select case when "emailVerified" then email end as address, case when not exists (
      select from identity."user" other where other.email = u."pendingEmail" and other."emailVerified" and other.id <> u.id
    ) then "pendingEmail" end as "pendingEmailAddress"
    from identity."user" u where id = ${p.personId}::uuid and not "isAnonymous"`,
);
const selectOwner = statement<{ address: string }, AddressOwner>(
  "identity.find_owner_of_address",
  (p) => sql`
    select id as "personId", name, "deviceEpoch" from identity."user"
    where email = ${p.address} and "emailVerified" and not "isAnonymous"`,
);

const selectInvitedAlone = statement<{ address: string }, { id: string }>(
  "identity.find_invited_account_alone",
  (p) => sql`
    select u.id from identity."user" u
    where "pendingEmail" = ${p.address} and not "emailVerified" and not "isAnonymous" and role = 'member'
      and not exists (select from identity."account" where "userId" = u.id)
      and not exists (select from identity."passkey" where "userId" = u.id)
      and not exists (select from identity."session" where "userId" = u.id)
      and not exists (select from identity."user" other
        where other."pendingEmail" = ${p.address} and not other."emailVerified" and not other."isAnonymous" and other.id <> u.id)`,
);
const selectUsed = statement<{ addresses: readonly string[] }, { address: string }>(
  "identity.list_used_addresses",
  (p) => sql`
    select email as address from identity."user"
    where email = any(${p.addresses}::text[]) and "emailVerified" and not "isAnonymous"
    union
    select "pendingEmail" from identity."user"
    where "pendingEmail" is not null and "pendingEmail" = any(${p.addresses}::text[]) and not "isAnonymous"`,
);

/** Columns of an account for its row `u`. */
const unverifiedColumns = sql`
  u.id, u.name, u."createdAt" as "signedUpAt", u.role <> 'member' as "isStaff",
  exists (select from identity."user" member where member."accountId" = u.id) as "hasFamily"`;
const givenAt = sql`coalesce("pendingSince", "createdAt")`;
const selectUnverified = statement<{ address: string; id: string | null }, UnverifiedAccount>(
  "identity.list_unverified_accounts",
  (p) => sql`
    select ${unverifiedColumns} from identity."user" u
    where "pendingEmail" = ${p.address} and not "emailVerified" and not "isAnonymous"
      and (${p.id}::uuid is null or id = ${p.id}::uuid)
    order by ${givenAt}, id limit 20`,
);
const selectGiven = statement<{ address: string; id: string | null }, UnverifiedAccount>(
  "identity.list_accounts_that_gave",
  (p) => sql`
    select ${unverifiedColumns} from identity."user" u
    where "pendingEmail" = ${p.address} and not "isAnonymous" and (${p.id}::uuid is null or id = ${p.id}::uuid)
    order by ${givenAt}, id limit 20`,
);

/** The accounts that an address and a password can open. */
const openedBy = (address: unknown, use: unknown) => sql`
  from identity."user" u join identity."account" a on a."userId" = u.id and a."providerId" = 'credential'
  where not u."isAnonymous" and a.password is not null and (
    (u."pendingEmail" = ${address} and (${use} = 'verify' or not u."emailVerified"))
    or (${use} = 'sign_in' and u."emailVerified" and u.email = ${address}))`;
const selectSettings = statement<{ address: string; use: AddressUse; max: number }, { setting: string }>(
  "identity.list_hash_settings",
  (p) => sql`
    select split_part(a.password, ':', 1) as setting ${openedBy(p.address, sql`${p.use}::text`)}
    group by 1 order by bool_or(u."emailVerified") desc, min(coalesce(u."pendingSince", u."createdAt")), 1 limit ${p.max}::int`,
);
const selectByHash = statement<
  { address: string; use: AddressUse; hashes: readonly string[] },
  HashedAccount
>(
  "identity.find_account_by_hash",
  (p) => sql`
    select u.id, a.password as hash, u."emailVerified" as "isVerified" ${openedBy(p.address, sql`${p.use}::text`)} and a.password = any(${p.hashes}::text[])
    order by u."emailVerified" desc, coalesce(u."pendingSince", u."createdAt"), u.id limit 1`,
);

/** The addresses of a member; null for anyone else. */
export const findEmail = (db: Db, personId: string): Promise<EmailRow | null> =>
  db.maybe(selectEmail, { personId });

/** The account that verified an address; null if there is none. */
export const findOwner = (db: Db, address: string): Promise<AddressOwner | null> =>
  db.maybe(selectOwner, { address });

/**
 * Accounts that gave an address and have verified none, in that order; at most 20.
 * @param id only this account
 */
export const listUnverified = (
  db: Db,
  address: string,
  id: string | null = null,
): Promise<UnverifiedAccount[]> => db.many(selectUnverified, { address, id });

/**
 * Accounts for which an address can be verified, in the order in which they gave it; at most 20.
 * @param id only this account
 */
export const listGiven = (db: Db, address: string, id: string | null = null): Promise<UnverifiedAccount[]> =>
  db.many(selectGiven, { address, id });

/** Parameters and salts of an address's password hashes: the verified owner's first, then the oldest. */
export const listHashSettings = async (
  db: Db,
  asked: { address: string; use: AddressUse; max: number },
): Promise<string[]> => (await db.many(selectSettings, asked)).map(({ setting }) => setting);

/**
 * The account of an address with one of these password hashes: the verified owner's first, then the oldest.
 */
export const findByHash = (
  db: Db,
  asked: { address: string; use: AddressUse; hashes: readonly string[] },
): Promise<HashedAccount | null> => db.maybe(selectByHash, asked);

/** Those of some addresses that an account has verified or given. */
export const listUsedAddresses = async (db: Db, addresses: readonly string[]): Promise<string[]> =>
  (await db.many(selectUsed, { addresses })).map(({ address }) => address);

/** The account that gave an address, if it is the only one and has no credentials: the studio made it for the address. */
export const findInvitedAlone = async (db: Db, address: string): Promise<string | null> =>
  (await db.maybe(selectInvitedAlone, { address }))?.id ?? null;
