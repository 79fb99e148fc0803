import { sql } from "kysely";
import { statement } from "../../../../platform/db.ts";
import type { Db } from "../../../../platform/db.ts";
import type { HeldDispute } from "../../ports.ts";

const columns = sql`
  disputes.ref, payments.ref as "paymentRef", disputes.amount, payments.currency_code as "currencyCode", disputes.reason,
  disputes.status, disputes.due_at as "dueAt", disputes.created_at as "openedAt"`;
const from = sql`billing.test_disputes as disputes join billing.test_payments as payments on payments.key = disputes.payment_key`;
const selectOne = statement<{ ref: string }, HeldDispute>(
  "billing.find_test_dispute",
  (p) => sql`select ${columns} from ${from} where disputes.ref = ${p.ref}`,
);
const selectBetween = statement<{ from: Date; to: Date }, HeldDispute>(
  "billing.list_test_disputes",
  (p) => sql`
    select ${columns} from ${from} where disputes.created_at >= ${p.from} and disputes.created_at < ${p.to}
    order by disputes.created_at`,
);
const upsert = statement<
  { ref: string; paymentRef: string; reason: string; status: string; dueAt: Date | null; now: Date },
  never
>(
  "billing.save_test_dispute",
  (p) => sql`
    insert into billing.test_disputes (ref, payment_key, amount, reason, status, due_at, created_at)
    select ${p.ref}, key, amount - refunded, ${p.reason}, ${p.status}, ${p.dueAt}::timestamptz, ${p.now}::timestamptz
    from billing.test_payments where test_payments.ref = ${p.paymentRef}
    on conflict (ref) do update set status = excluded.status`,
);

export const findTestDispute = (db: Db, ref: string): Promise<HeldDispute | null> =>
  db.maybe(selectOne, { ref });

export const listTestDisputes = (db: Db, span: { from: Date; to: Date }): Promise<HeldDispute[]> =>
  db.many(selectBetween, span);

/** Opens or decides a dispute at the test gateway, as a bank would. */
export const saveTestDispute = async (
  db: Db,
  dispute: {
    ref: string;
    paymentRef: string;
    reason: string;
    status: HeldDispute["status"];
    dueAt: Date | null;
    now: Date;
  },
): Promise<void> => {
  await db.change(upsert, dispute);
};
