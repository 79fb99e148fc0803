import type { Ctx } from "../../ctx.ts";
import { deletionCanceled, deletionRequested, personRemoved } from "./events.ts";
import { mailPerson } from "./mails.ts";
import { requireHolder } from "./viewer.ts";
import { accountDeletedEmail, deletionScheduledEmail, deletionCanceledEmail } from "./letters.ts";
import { refuseLastAdmin } from "./roles.ts";
import { requireConfirmed } from "./sessions.ts";
import { findAccount } from "./store-account.ts";
import {
  deleteAccountDeletion,
  deletePeopleOf,
  findAccountDeletion,
  insertAccountDeletion,
  listDueDeletions,
} from "./store-leaving.ts";
import type { AccountDeletionRow } from "./store-leaving.ts";

/** How long a wish to leave can be taken back. */
const undoMs = 14 * 24 * 60 * 60_000;

/** When the account goes; null: it stays. */
export const readAccountDeletion = (ctx: Ctx, personId: string): Promise<AccountDeletionRow | null> =>
  findAccountDeletion(ctx.db, personId);

/**
 * Asks for the viewer's account to go, with its family, in 14 days. Asked again, the day stays the same.
 * @throws ConfirmationNeeded, Forbidden, LastAdmin, RegistrationRequired, Unauthenticated
 */
export async function requestAccountDeletion(ctx: Ctx): Promise<AccountDeletionRow> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    await refuseLastAdmin(tx, personId);
    const made = await insertAccountDeletion(tx.db, {
      personId,
      now,
      dueAt: new Date(now.getTime() + undoMs),
    });
    if (!made) return (await findAccountDeletion(tx.db, personId))!;
    const account = await findAccount(tx.db, personId);
    await tx.publish(deletionRequested, { personId, dueAt: made.dueAt.toISOString() });
    await mailPerson(tx, { personId, ...deletionScheduledEmail(account?.name ?? "", made.dueAt) });
    return made;
  });
}

/** Takes the wish back. Harmless where there is none. @throws Forbidden, RegistrationRequired, Unauthenticated */
export async function cancelAccountDeletion(ctx: Ctx): Promise<void> {
  const { accountId: personId } = requireHolder(ctx);
  await ctx.transact(async (tx) => {
    if (!(await deleteAccountDeletion(tx.db, personId))) return;
    const account = await findAccount(tx.db, personId);
    await tx.publish(deletionCanceled, { personId });
    await mailPerson(tx, { personId, ...deletionCanceledEmail(account?.name ?? "") });
  });
}

/**
 * Removes the accounts whose day has come, each with its family and all rows that refer to them. What lies elsewhere follows by the news
 * of it. @returns how many
 */
export async function removeDueAccounts(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await listDueDeletions(ctx.db, ctx.clock.now());
    if (due.length === 0) return removed;
    for (const personId of due) {
      signal.throwIfAborted();
      await ctx.transact(async (tx) => {
        const account = await findAccount(tx.db, personId);
        await mailPerson(tx, { personId, ...accountDeletedEmail(account?.name ?? "") });
        for (const id of await deletePeopleOf(tx.db, { personId, now: tx.clock.now() }))
          await tx.publish(personRemoved, { personId: id });
      });
      removed += 1;
    }
  }
}
