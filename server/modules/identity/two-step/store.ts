import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** The second factor of an account. */
export interface SecondFactorRow {
  /** Encrypted. */
  readonly secret: string;
  readonly isConfirmed: boolean;
}

/** A passkey as shown to its owner. */
export interface PasskeyRow {
  readonly id: string;
  readonly name: string | null;
  readonly addedAt: Date | null;
}

const selectFactor = statement<{ personId: string }, SecondFactorRow>(
  "identity.find_second_factor",
  (p) => sql`
    select secret, confirmed_at is not null as "isConfirmed" from identity.two_factor where person_id = ${p.personId}::uuid`,
);
const beginFactor = statement<{ personId: string; secret: string }, { personId: string }>(
  "identity.begin_second_factor",
  (p) => sql`
    insert into identity.two_factor (person_id, secret) values (${p.personId}::uuid, ${p.secret})
    on conflict (person_id) do update set secret = excluded.secret where two_factor.confirmed_at is null
    returning person_id as "personId"`,
);
const takeStepRow = statement<{ personId: string; step: number; now: Date }, { personId: string }>(
  "identity.take_totp_step",
  (p) => sql`
    update identity.two_factor set last_step = ${p.step}, confirmed_at = coalesce(confirmed_at, ${p.now}::timestamptz)
    where person_id = ${p.personId}::uuid and last_step < ${p.step} returning person_id as "personId"`,
);
const deleteFactorRow = statement<{ personId: string }, { personId: string }>(
  "identity.delete_second_factor",
  (p) => sql`
    delete from identity.two_factor where person_id = ${p.personId}::uuid returning person_id as "personId"`,
);
const replaceCodes = statement<{ personId: string; hashes: readonly string[]; now: Date }, never>(
  "identity.replace_recovery_codes",
  (p) => sql`
    with old as (
      delete from identity.recovery_codes where person_id = ${p.personId}::uuid and not (hash = any(${p.hashes}::text[]))
    )
    insert into identity.recovery_codes (person_id, hash, created_at)
    select ${p.personId}::uuid, unnest(${p.hashes}::text[]), ${p.now}::timestamptz on conflict do nothing`,
);
const takeCodeRow = statement<{ personId: string; hash: string }, { personId: string }>(
  "identity.take_recovery_code",
  (p) => sql`
    delete from identity.recovery_codes where person_id = ${p.personId}::uuid and hash = ${p.hash}
    returning person_id as "personId"`,
);
const selectPasskeys = statement<{ personId: string }, PasskeyRow>(
  "identity.list_passkeys",
  (p) => sql`
    select id, name, "createdAt" as "addedAt" from identity."passkey" where "userId" = ${p.personId}::uuid
    order by "createdAt", id`,
);
const selectPasskeyOwner = statement<{ credentialId: string }, { personId: string }>(
  "identity.find_passkey_owner",
  (p) => sql`
    select "userId" as "personId" from identity."passkey" where "credentialID" = ${p.credentialId} limit 1`,
);
const deletePasskeyRow = statement<{ personId: string; id: string }, { id: string }>(
  "identity.delete_passkey",
  (p) => sql`
    delete from identity."passkey" where id = ${p.id}::uuid and "userId" = ${p.personId}::uuid returning id`,
);

export const findSecondFactor = (db: Db, personId: string): Promise<SecondFactorRow | null> =>
  db.maybe(selectFactor, { personId });

/** Stores an unconfirmed secret. False if one is already confirmed. */
export const beginSecondFactor = async (
  db: Db,
  begun: { personId: string; secret: string },
): Promise<boolean> => (await db.maybe(beginFactor, begun)) !== null;

/** Spends a time step, and confirms the factor. False if that step or a later one was already used. */
export const acceptTimeStep = async (
  db: Db,
  taken: { personId: string; step: number; now: Date },
): Promise<boolean> => (await db.maybe(takeStepRow, taken)) !== null;

/** False if there was none. */
export const deleteSecondFactor = async (db: Db, personId: string): Promise<boolean> =>
  (await db.maybe(deleteFactorRow, { personId })) !== null;

export const setRecoveryCodes = async (
  db: Db,
  codes: { personId: string; hashes: readonly string[]; now: Date },
): Promise<void> => {
  await db.change(replaceCodes, codes);
};

/** Spends a recovery code. False if unknown or used. */
export const takeRecoveryCode = async (db: Db, code: { personId: string; hash: string }): Promise<boolean> =>
  (await db.maybe(takeCodeRow, code)) !== null;

export const listPasskeys = (db: Db, personId: string): Promise<PasskeyRow[]> =>
  db.many(selectPasskeys, { personId });

/** The account of a passkey, by the credential id that its authenticator sends; null if unknown. */
export const findPasskeyOwner = async (db: Db, credentialId: string): Promise<string | null> =>
  (await db.maybe(selectPasskeyOwner, { credentialId }))?.personId ?? null;

/** False if unknown or another person's. */
export const deletePasskey = async (db: Db, passkey: { personId: string; id: string }): Promise<boolean> =>
  (await db.maybe(deletePasskeyRow, passkey)) !== null;
