import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** The credentials of an account. */
export interface AccountRow {
  readonly id: string;
  readonly name: string;
  /** Verified. */
  readonly email: string | null;
  /** Given, but not verified. */
  readonly pendingEmail: string | null;
  readonly hasPassword: boolean;
  /** Whether two-factor authentication is on. */
  readonly hasTwoSteps: boolean;
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
  /** Null until one is known. */
  readonly locale: string | null;
  /** Changes when the account forgets all browsers. */
  readonly deviceEpoch: number;
}

const selectAccount = statement<{ personId: string }, AccountRow>(
  "identity.find_account",
  (p) => sql`
    select u.id, u.name, case when u."emailVerified" then u.email end as email, u."pendingEmail",
      exists (select from identity."account" a where a."userId" = u.id and a."providerId" = 'credential' and a.password is not null) as "hasPassword",
      exists (select from identity.two_factor f where f.person_id = u.id and f.confirmed_at is not null) as "hasTwoSteps",
      (select count(*)::int from identity.recovery_codes c where c.person_id = u.id) as "recoveryCodes", u.locale, u."deviceEpoch"
    from identity."user" u where u.id = ${p.personId}::uuid and not u."isAnonymous"`,
);

/** Null for a guest or a deleted account. */
export const findAccount = (db: Db, personId: string): Promise<AccountRow | null> =>
  db.maybe(selectAccount, { personId });
