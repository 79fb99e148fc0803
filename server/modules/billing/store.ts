import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

const selectAccess = statement<{ personIds: readonly string[] }, { personId: string; accessRank: number }>(
  "billing.list_access",
  (p) =>
    sql`select person_id as "personId", access_rank as "accessRank" from billing.person_access where person_id = any(${p.personIds}::uuid[])`,
);
const upsertSubscription = statement<
  {
    id: string;
    personId: string;
    status: string;
    provider: string;
    accessType: string;
    nextBillingAt: Date | null;
  },
  never
>(
  "billing.insert_subscription",
  (p) => sql`
    insert into billing.subscriptions (id, person_id, status, provider, access_type, next_billing_at)
    values (${p.id}::uuid, ${p.personId}::uuid, ${p.status}, ${p.provider}, ${p.accessType}, ${p.nextBillingAt})
    on conflict (id) do nothing`,
);

/** The access rank of a person, 0 (free) without a subscription or a person, for another module's statement. */
export const accessRankSql = (personId: unknown): RawBuilder<unknown> =>
  sql`coalesce((select access_rank from billing.person_access where person_id = ${personId}::uuid), 0)`;

/** The access rank of each person who has a subscription that grants any. */
export const listAccess = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; accessRank: number }[]> => db.many(selectAccess, { personIds });

export interface NewSubscription {
  readonly id: string;
  readonly personId: string;
  readonly status: string;
  readonly provider: string;
  readonly accessType: string;
  readonly nextBillingAt: Date | null;
}

export const insertSubscription = async (db: Db, subscription: NewSubscription): Promise<void> => {
  await db.change(upsertSubscription, { ...subscription });
};
