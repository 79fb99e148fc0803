import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectApproval = statement<{ accountId: string }, { validUntil: Date }>(
  "billing.find_student_approval",
  (p) => sql`
    select valid_until as "validUntil" from billing.student_approvals where account_id = ${p.accountId}::uuid`,
);
const upsertApproval = statement<{ accountId: string; staffId: string; now: Date; validUntil: Date }, never>(
  "billing.upsert_student_approval",
  (p) => sql`
    insert into billing.student_approvals (account_id, staff_id, approved_at, valid_until)
    values (${p.accountId}::uuid, ${p.staffId}::uuid, ${p.now}::timestamptz, ${p.validUntil}::timestamptz)
    on conflict (account_id) do update set staff_id = excluded.staff_id, approved_at = excluded.approved_at, valid_until = excluded.valid_until`,
);

/** Until when staff approved an account as a student's, past or not; null if they never did. */
export const findStudentApproval = async (db: Db, accountId: string): Promise<Date | null> =>
  (await db.maybe(selectApproval, { accountId }))?.validUntil ?? null;

export const saveStudentApproval = async (
  db: Db,
  approval: { accountId: string; staffId: string; now: Date; validUntil: Date },
): Promise<void> => {
  await db.change(upsertApproval, approval);
};
