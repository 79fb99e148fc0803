import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A session as shown to its person. */
export interface SessionRow {
  readonly id: string;
  readonly userAgent: string | null;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
}

/** A session found by one of its credentials. */
export interface CredentialRow {
  readonly id: string;
  /** The current credential. */
  readonly token: string;
  readonly isAnonymous: boolean;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  /** Whether the current credential has been used since it was issued. */
  readonly isUsed: boolean;
  /** When the presented credential was rotated; null for the current one. */
  readonly spentAt: Date | null;
}

const credentialColumns = sql`s.id, s.token, u."isAnonymous", s."createdAt", s."rotatedAt", s."tokenUsed" as "isUsed"`;
const selectCredential = statement<{ token: string; hash: string }, CredentialRow>(
  "identity.find_credential",
  (p) => sql`
    select ${credentialColumns}, null::timestamptz as "spentAt"
    from identity."session" s join identity."user" u on u.id = s."userId"
    where s.token = ${p.token}
    union all
    select ${credentialColumns}, spent.spent_at
    from identity.spent_tokens spent
    join identity."session" s on s.id = spent.session_id join identity."user" u on u.id = s."userId"
    where spent.hash = ${p.hash}
    limit 1`,
);
const rotateRow = statement<
  { id: string; token: string; hash: string; nextToken: string; now: Date },
  { id: string }
>(
  "identity.rotate_credential",
  (p) => sql`
    with rotated as (
      update identity."session" set token = ${p.nextToken}, "rotatedAt" = ${p.now}::timestamptz,
        "updatedAt" = ${p.now}::timestamptz, "tokenUsed" = false
      where id = ${p.id}::uuid and token = ${p.token} returning id
    )
    insert into identity.spent_tokens (hash, session_id, spent_at)
    select ${p.hash}, id, ${p.now}::timestamptz from rotated returning session_id as id`,
);
const useRow = statement<{ id: string; token: string; now: Date }, never>(
  "identity.use_credential",
  (p) => sql`
    update identity."session" set "tokenUsed" = true, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.id}::uuid and token = ${p.token}`,
);
const endRow = statement<{ id: string; personId: string | null }, never>(
  "identity.end_session",
  (p) => sql`
    delete from identity."session" where id = ${p.id}::uuid
      and (${p.personId}::uuid is null or "userId" = ${p.personId}::uuid)`,
);
const selectSessions = statement<{ personId: string; now: Date }, SessionRow>(
  "identity.list_sessions",
  (p) => sql`
    select id, "userAgent", "createdAt" as "signedInAt", "updatedAt" as "lastSeenAt" from identity."session"
    where "userId" = ${p.personId}::uuid and "expiresAt" > ${p.now}::timestamptz
    order by "updatedAt" desc, id limit 100`,
);
const selectConfirmed = statement<{ id: string; since: Date }, { isConfirmed: boolean }>(
  "identity.is_session_confirmed",
  (p) => sql`
    select exists (
      select from identity."session" where id = ${p.id}::uuid and "confirmedAt" >= ${p.since}::timestamptz
    ) as "isConfirmed"`,
);
const confirmRow = statement<{ id: string; now: Date }, never>(
  "identity.confirm_session",
  (p) => sql`update identity."session" set "confirmedAt" = ${p.now}::timestamptz where id = ${p.id}::uuid`,
);
const selectPasswordHash = statement<{ personId: string }, { passwordHash: string | null }>(
  "identity.find_password_hash",
  (p) => sql`
    select password as "passwordHash" from identity."account"
    where "userId" = ${p.personId}::uuid and "providerId" = 'credential' limit 1`,
);

/** The session of a current or rotated credential. */
export const findCredential = (
  db: Db,
  shown: { token: string; hash: string },
): Promise<CredentialRow | null> => db.maybe(selectCredential, shown);

/** Rotates a credential. False if a concurrent call was first. */
export const rotateCredential = async (
  db: Db,
  change: { id: string; token: string; hash: string; nextToken: string; now: Date },
): Promise<boolean> => (await db.maybe(rotateRow, change)) !== null;

export const markCredentialUsed = async (
  db: Db,
  used: { id: string; token: string; now: Date },
): Promise<void> => {
  await db.change(useRow, used);
};

/** Deletes a session; with `personId` only if it is theirs. */
export const endSession = async (db: Db, ended: { id: string; personId: string | null }): Promise<void> => {
  await db.change(endRow, ended);
};

/** The active sessions of a person, most recently used first; at most 100. */
export const listSessions = (db: Db, asked: { personId: string; now: Date }): Promise<SessionRow[]> =>
  db.many(selectSessions, asked);

/** Whether the person confirmed their identity in this session since a moment. */
export const isSessionConfirmed = async (db: Db, asked: { id: string; since: Date }): Promise<boolean> =>
  (await db.one(selectConfirmed, asked)).isConfirmed;

export const confirmSession = async (db: Db, confirmed: { id: string; now: Date }): Promise<void> => {
  await db.change(confirmRow, confirmed);
};

/** Null for an account without a password. */
export const findPasswordHash = async (db: Db, personId: string): Promise<string | null> =>
  (await db.maybe(selectPasswordHash, { personId }))?.passwordHash ?? null;
