import type { Ctx, Tx } from "../../../ctx.ts";
import { prepareDeletion } from "./before-deletion.ts";
import { deletionCanceled, deletionRequested, personRemoved } from "../events.ts";
import { mailPerson } from "../emails/send.ts";
import { requireHolder } from "../viewer.ts";
import { accountDeletedEmail, deletionScheduledEmail, deletionCanceledEmail } from "../emails/templates.ts";
import { refuseLastAdmin } from "../roles/roles.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { findAccount } from "../accounts/store-account.ts";
import {
  deleteAccountDeletion,
  deletePeopleOf,
  findAccountDeletion,
  insertAccountDeletion,
  listDueDeletions,
  listPeopleOf,
  lockDueDeletion,
  lockPersonOf,
} from "./store.ts";
import type { AccountDeletionRow } from "./store.ts";

/** How long an account deletion can be canceled. */
const undoMs = 14 * 24 * 60 * 60_000;

/** The requested account deletion; null if there is none. */
export const readAccountDeletion = (ctx: Ctx, personId: string): Promise<AccountDeletionRow | null> =>
  findAccountDeletion(ctx.db, personId);

/**
 * Requests the deletion of the viewer's account and family in 14 days. Idempotent; the date stays the same.
 * @throws ConfirmationNeeded, Forbidden, LastAdmin, RegistrationRequired, Unauthenticated
 */
export async function requestAccountDeletion(ctx: Ctx): Promise<AccountDeletionRow> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  const place = await ctx.place();
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    await refuseLastAdmin(tx, personId);
    const made = await scheduleDeletion(tx, personId);
    if (!made) return (await findAccountDeletion(tx.db, personId))!;
    const account = await findAccount(tx.db, personId);
    await mailPerson(tx, {
      personId,
      email: deletionScheduledEmail({ name: account?.name ?? "", dueAt: made.dueAt, place, at: now }),
    });
    return made;
  });
}

/** Schedules the deletion of an account in 14 days; null if one is scheduled. The caller checks who may, and emails them. */
export async function scheduleDeletion(tx: Tx, personId: string): Promise<AccountDeletionRow | null> {
  const now = tx.clock.now();
  const made = await insertAccountDeletion(tx.db, {
    personId,
    now,
    dueAt: new Date(now.getTime() + undoMs),
  });
  if (made) await tx.publish(deletionRequested, { personId, dueAt: made.dueAt.toISOString() });
  return made;
}

/**
 * Cancels an account deletion. Idempotent.
 * @throws Forbidden, RegistrationRequired, Unauthenticated
 */
export async function cancelAccountDeletion(ctx: Ctx): Promise<void> {
  const { accountId: personId } = requireHolder(ctx);
  const place = await ctx.place();
  await ctx.transact(async (tx) => {
    if (!(await deleteAccountDeletion(tx.db, personId))) return;
    const account = await findAccount(tx.db, personId);
    await tx.publish(deletionCanceled, { personId });
    const name = account?.name ?? "";
    await mailPerson(tx, { personId, email: deletionCanceledEmail({ name, place, at: tx.clock.now() }) });
  });
}

/**
 * Deletes the accounts that are due, each with its family and all rows that reference them. Data elsewhere
 * follows by event.
 * @returns the number of accounts
 */
export async function removeDueAccounts(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await listDueDeletions(ctx.db, ctx.clock.now());
    if (due.length === 0) return removed;
    for (const personId of due) {
      signal.throwIfAborted();
      await ctx.transact(async (tx) => {
        await lockPersonOf(tx.db, personId);
        // Someone may have canceled since the list was read: they must not hear that the account is gone.
        if (!(await lockDueDeletion(tx.db, { personId, now: tx.clock.now() }))) return;
        const account = await findAccount(tx.db, personId);
        await mailPerson(tx, { personId, email: accountDeletedEmail({ name: account?.name ?? "" }) });
        await prepareDeletion(tx, await listPeopleOf(tx.db, personId));
        for (const id of await deletePeopleOf(tx.db, { personId, now: tx.clock.now() }))
          await tx.publish(personRemoved, { personId: id });
      });
      removed += 1;
    }
  }
}
