import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { subscriptionColumns } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";

const claimDueRows = statement<{ now: Date; most: number; forMs: number }, SubscriptionRow>(
  "billing.claim_due",
  (p) => sql`
    update billing.subscriptions as found set claimed_until = now() + ${p.forMs}::int * interval '1 millisecond'
    from (select id, plan_id from billing.subscriptions
      where due_at <= ${p.now} and (claimed_until is null or claimed_until < now())
      order by due_at limit ${p.most}::int for update skip locked) as due
    join billing.plans on plans.id = due.plan_id
    where found.id = due.id returning ${subscriptionColumns}`,
);
const releaseRow = statement<{ id: string; untilMs: number }, never>(
  "billing.release_due",
  (p) => sql`
    update billing.subscriptions set claimed_until = now() + ${p.untilMs}::int * interval '1 millisecond' where id = ${p.id}::uuid`,
);
const countDueRows = statement<{ now: Date; most: number }, { count: number }>(
  "billing.count_due",
  (p) => sql`
    select count(*)::int as count from (select from billing.subscriptions
      where due_at <= ${p.now} and (claimed_until is null or claimed_until < now()) limit ${p.most}::int) as due`,
);

/**
 * Claims due subscriptions, so that no other worker takes them. `forMs` is real time, `now` is billing time.
 */
export const claimDue = async (
  db: Db,
  claim: { now: Date; most: number; forMs: number },
): Promise<SubscriptionRow[]> => db.many(claimDueRows, claim);

/** Postpones the processing of a subscription. */
export const postpone = async (db: Db, id: string, untilMs: number): Promise<void> => {
  await db.change(releaseRow, { id, untilMs });
};

/** Counts unclaimed due subscriptions, up to `most`. */
export const countDue = async (db: Db, now: Date, most: number): Promise<number> =>
  (await db.one(countDueRows, { now, most })).count;
