import { sql } from "kysely";
import type { Role } from "../../../../contract/staff.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An invitation that is neither accepted nor revoked; it may have expired. */
export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

const maxListed = 200;
const columns = sql`id, email, role, sent_at as "sentAt", expires_at as "expiresAt"`;

const selectAll = statement<Record<string, never>, InvitationRow>(
  "identity.list_staff_invitations",
  () =>
    sql`select ${columns} from identity.staff_invitations order by sent_at desc, id limit ${sql.lit(maxListed)}`,
);
const selectByToken = statement<{ hash: Buffer; now: Date }, InvitationRow>(
  "identity.find_staff_invitation",
  (p) => sql`
    select ${columns} from identity.staff_invitations
    where token_hash = ${p.hash}::bytea and expires_at > ${p.now}::timestamptz`,
);
const lockByToken = statement<{ hash: Buffer; now: Date }, InvitationRow>(
  "identity.lock_staff_invitation",
  (p) => sql`
    select ${columns} from identity.staff_invitations
    where token_hash = ${p.hash}::bytea and expires_at > ${p.now}::timestamptz for update`,
);
const lockById = statement<{ id: string }, InvitationRow>(
  "identity.lock_staff_invitation_by_id",
  (p) => sql`select ${columns} from identity.staff_invitations where id = ${p.id}::uuid for update`,
);
const lockByEmail = statement<{ email: string }, InvitationRow>(
  "identity.lock_staff_invitation_by_email",
  (p) => sql`select ${columns} from identity.staff_invitations where email = ${p.email} for update`,
);
const upsert = statement<InvitationRow & { hash: Buffer }, never>(
  "identity.save_staff_invitation",
  (p) => sql`
    insert into identity.staff_invitations (id, email, role, token_hash, sent_at, expires_at)
    values (${p.id}::uuid, ${p.email}, ${p.role}, ${p.hash}::bytea, ${p.sentAt}::timestamptz, ${p.expiresAt}::timestamptz)
    on conflict (email) do update set role = excluded.role, token_hash = excluded.token_hash,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
);
const deleteOne = statement<{ id: string }, never>(
  "identity.delete_staff_invitation",
  (p) => sql`delete from identity.staff_invitations where id = ${p.id}::uuid`,
);
const deleteOld = statement<{ before: Date }, never>(
  "identity.delete_old_staff_invitations",
  (p) => sql`delete from identity.staff_invitations where expires_at <= ${p.before}::timestamptz`,
);

/** The newest first; at most 200. */
export const listInvitations = (db: Db): Promise<InvitationRow[]> => db.many(selectAll, {});

/** Null for a token that is unknown, replaced or expired. */
export const findInvitation = (db: Db, asked: { hash: Buffer; now: Date }): Promise<InvitationRow | null> =>
  db.maybe(selectByToken, asked);

/** Like `findInvitation`, and locks the row: of two that use a token at once, one waits. */
export const lockInvitation = (db: Db, asked: { hash: Buffer; now: Date }): Promise<InvitationRow | null> =>
  db.maybe(lockByToken, asked);

export const lockInvitationById = (db: Db, id: string): Promise<InvitationRow | null> =>
  db.maybe(lockById, { id });

/** @param email normalized */
export const lockInvitationByEmail = (db: Db, email: string): Promise<InvitationRow | null> =>
  db.maybe(lockByEmail, { email });

/** Saves an invitation; one of the same address gets its role, token and times. */
export const saveInvitation = async (
  db: Db,
  invitation: InvitationRow & { readonly hash: Buffer },
): Promise<void> => {
  await db.change(upsert, invitation);
};

export const deleteInvitation = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteOne, { id });
};

/** Deletes invitations that expired before a moment. */
export const deleteOldInvitations = async (db: Db, before: Date): Promise<void> => {
  await db.change(deleteOld, { before });
};
