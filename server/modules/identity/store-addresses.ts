import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** A person's e-mail addresses. */
export interface AddressRow {
  /** Proved; null until then. */
  readonly address: string | null;
  /** Given, not proved, and nobody else's. */
  readonly pendingAddress: string | null;
}

const selectAddress = statement<{ personId: string }, AddressRow>(
  "identity.find_address",
  (p) => sql`
    select case when "emailVerified" then email end as address, case when not exists (
      select from identity."user" other where other.email = u."pendingEmail" and other."emailVerified" and other.id <> u.id
    ) then "pendingEmail" end as "pendingAddress"
    from identity."user" u where id = ${p.personId}::uuid and not "isAnonymous"`,
);

/** The addresses of somebody registered; null for anybody else. */
export const findAddress = (db: Db, personId: string): Promise<AddressRow | null> =>
  db.maybe(selectAddress, { personId });
