import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { mailStudentApproved } from "../emails/send.ts";
import { findStudentCoupon } from "../plans/store.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { findStudentApproval, saveStudentApproval } from "../students/store.ts";
import { changeOnce } from "./once.ts";
import type { StaffOrder } from "./once.ts";

const maxYears = 2;

/**
 * Approves a person as a student, for the student price, until a moment. They are emailed.
 * @throws BadInput, ConfirmationNeeded, NotFound
 */
export async function approveStudent(ctx: Ctx, order: StaffOrder & { readonly until: Date }): Promise<void> {
  const { accountId, until } = order;
  await changeOnce(ctx, "managePlans", order, { until }, async (tx, { now, cause }) => {
    if (until <= now || until > periodsAfter(now, maxYears, { period: 1, periodUnit: "year" }))
      throw new BadInput("until", msg("Choose a day in the next {maxYears} years.", { maxYears }));
    const before = await findStudentApproval(tx.db, accountId);
    const staffId = cause.slice("staff:".length);
    await saveStudentApproval(tx.db, { accountId, staffId, now, validUntil: until });
    const coupon = await findStudentCoupon(tx.db, { now, accountId });
    await mailStudentApproved(tx, accountId, { until, code: coupon?.id ?? null });
    return {
      action: "billing.student_approved",
      details: { until: { before: before?.toISOString() ?? null, after: until.toISOString() } },
    };
  });
}
