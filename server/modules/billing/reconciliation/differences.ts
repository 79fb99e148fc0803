import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { closeDifferenceRow, hasDifference } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const maxNoteLength = 300;

/**
 * Closes a difference between the provider's books and ours, with a note of what it was. For admins only; a
 * repeated call changes nothing.
 * @throws NotFound for everyone else and for an unknown one, BadInput, ConfirmationNeeded
 */
export async function closeDifference(ctx: Ctx, id: string, note: string): Promise<boolean> {
  const { accountId } = await requireConfirmedStaff(ctx, ...permissions.manageRevenue);
  rejectCardNumbers(note, "note");
  const text = note.trim();
  if (!text || text.length > maxNoteLength)
    throw new BadInput(
      "note",
      msg("Enter an explanation of 1 to {maxNoteLength} characters.", { maxNoteLength }),
    );
  const isNumber = /^\d{1,15}$/.test(id);
  if (!isNumber || !(await hasDifference(ctx.db, id))) throw new NotFound("difference");
  return ctx.transact(async (tx) => {
    const now = await billingNow(tx);
    if (await closeDifferenceRow(tx.db, { id, staffId: accountId, note: text, now }))
      await recordAuditEntry(tx, {
        action: "billing.difference_closed",
        subject: `difference:${id}`,
        details: { note: text },
      });
    return true;
  });
}
