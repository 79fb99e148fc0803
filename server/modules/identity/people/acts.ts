import { permissions, permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, Forbidden, NotFound, RateLimited } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { tryConsume } from "../../../platform/rate-limit.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { orderExport } from "../accounts/exports.ts";
import { scheduleDeletion } from "../deletion/deletion.ts";
import { deletionByTeamEmail, reinstatedEmail, signedOutByTeamEmail } from "../emails/acts.ts";
import { mayWriteTo, sendVerification } from "../email-addresses/verification.ts";
import { mailPerson } from "../emails/send.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../roles/staff.ts";
import { longest, suspendIn } from "../suspensions/suspensions.ts";
import { deleteSuspension, findSuspension } from "../suspensions/store.ts";
import { endSessionsOfPerson, findAccountState, findSubject } from "./store.ts";
import type { AccountState } from "./store.ts";

/**
 * Refuses to change accounts of staff without the permission for it. The caller has checked that the viewer is staff.
 * @throws Forbidden
 */
export async function refuseStaffAccount(ctx: Ctx, accountId: string): Promise<void> {
  const mayChange = ctx.viewer && permissionsOf(ctx.viewer.role).includes("changeStaffAccounts");
  if (mayChange || !isUuid(accountId)) return;
  const found = await findSubject(ctx.db, accountId);
  if (found && found.role !== "member")
    throw new Forbidden(msg("Only admins can change accounts of the team."));
}

/**
 * A registered account that staff act on. For support with a confirmed session.
 * @throws ConfirmationNeeded, Forbidden, NotFound for guests and family profiles too, SecondStepRequired, Unauthenticated
 */
async function requireSubject(ctx: Ctx, personId: string) {
  const { accountId: actorId } = await requireConfirmedStaff(ctx, ...permissions.manageAccounts);
  const found = isUuid(personId) ? await findSubject(ctx.db, personId) : null;
  await refuseStaffAccount(ctx, personId);
  if (!found) throw new NotFound("person");
  return { ...found, actorId, subject: `person:${personId}` };
}

/** Whether an account is suspended, about to be deleted, or being exported. The caller has checked that the viewer is staff. */
export const accountStateOf = (ctx: Ctx, personId: string): Promise<AccountState> =>
  findAccountState(ctx.db, personId, ctx.clock.now());

/**
 * Signs a person out on every device, and emails them. Does nothing for someone who is signed in nowhere. For support.
 * @throws ConfirmationNeeded, Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function signOutPerson(ctx: Ctx, personId: string): Promise<void> {
  const { name, subject } = await requireSubject(ctx, personId);
  await ctx.transact(async (tx) => {
    const sessions = await endSessionsOfPerson(tx.db, personId);
    if (sessions === 0) return;
    await recordAuditEntry(tx, { action: "identity.person_signed_out", subject, details: { sessions } });
    await mailPerson(tx, { personId, email: signedOutByTeamEmail({ name }) });
  });
}

/** Protects from a double press: the second link would end the first. */
const confirmationLimit = { name: "confirmation by staff", points: 1, seconds: 60 };

/**
 * Emails the link again that confirms an address a person has entered, in their language. The earlier link ends. Does
 * nothing without such an address, and once a minute at most. For support.
 * @throws ConfirmationNeeded, Forbidden, NotFound, RateLimited, SecondStepRequired, Unauthenticated
 */
export async function resendConfirmationTo(ctx: Ctx, personId: string): Promise<void> {
  const { unconfirmedEmail: address, subject } = await requireSubject(ctx, personId);
  if (!address || (await tryConsume(ctx, confirmationLimit, address)) !== null) return;
  if (!(await mayWriteTo(ctx, address))) throw new RateLimited(3600);
  await ctx.transact(async (tx) => {
    await recordAuditEntry(tx, { action: "identity.confirmation_resent", subject, details: {} });
    await sendVerification(tx, { personId, address });
  });
}

/**
 * Suspends a member by id: ends their sessions, emails the reason, and blocks sign-in. Does nothing while they are suspended.
 * @param order.days null for no end
 * @throws BadInput, ConfirmationNeeded, Forbidden for staff, NotFound, SecondStepRequired, Unauthenticated
 */
export async function suspendPerson(
  ctx: Ctx,
  order: { personId: string; reason: string; days: number | null },
): Promise<void> {
  const { personId, days } = order;
  const { name, role, actorId } = await requireSubject(ctx, personId);
  const reason = readText(order.reason, "reason", longest.reason);
  if (!reason) throw new BadInput("reason", msg("Enter a reason."));
  if (days !== null && (days < 1 || days > longest.days))
    throw new BadInput("days", msg("Suspend for 1 to {days} days, or indefinitely.", { days: longest.days }));
  if (role !== "member") throw new Forbidden(msg("Staff can’t be suspended. Remove their role first."));
  const isNew = await ctx.transact(async (tx) => {
    if (await findSuspension(tx.db, personId, tx.clock.now())) return false;
    await suspendIn(tx, { personId, name, reason, days });
    return true;
  });
  if (isNew) logSecurityEvent(ctx.log, { kind: "account_suspended", accountId: personId, actorId });
}

/**
 * Reinstates a suspended account, and emails its holder. Does nothing for another. For support.
 * @throws ConfirmationNeeded, Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function reinstatePerson(ctx: Ctx, personId: string): Promise<void> {
  const { name, subject, actorId } = await requireSubject(ctx, personId);
  const wasSuspended = await ctx.transact(async (tx) => {
    if (!(await deleteSuspension(tx.db, personId))) return false;
    await recordAuditEntry(tx, { action: "identity.ban_lifted", subject });
    await mailPerson(tx, { personId, email: reinstatedEmail({ name }) });
    return true;
  });
  if (wasSuspended) logSecurityEvent(ctx.log, { kind: "account_reinstated", accountId: personId, actorId });
}

/**
 * Requests the export of a person's data, which only they can download. Returns while one is in progress or ready. For support.
 * @throws ConfirmationNeeded, Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function requestExportFor(ctx: Ctx, personId: string): Promise<void> {
  const { subject } = await requireSubject(ctx, personId);
  await ctx.transact(async (tx) => {
    const { isNew } = await orderExport(tx, personId);
    if (isNew) await recordAuditEntry(tx, { action: "identity.export_requested", subject });
  });
}

/**
 * Schedules the deletion of a person's account in 14 days, and emails them: signed in, they can still cancel it. Idempotent.
 * For support.
 * @throws ConfirmationNeeded, Forbidden for staff, NotFound, SecondStepRequired, Unauthenticated
 */
export async function requestDeletionFor(ctx: Ctx, personId: string): Promise<void> {
  const { name, role, subject } = await requireSubject(ctx, personId);
  if (role !== "member")
    throw new Forbidden(msg("An account with a role can’t be deleted. Remove the role first."));
  await ctx.transact(async (tx) => {
    const made = await scheduleDeletion(tx, personId);
    if (!made) return;
    const { dueAt } = made;
    await recordAuditEntry(tx, {
      action: "identity.deletion_requested",
      subject,
      details: { deletedOn: dueAt },
    });
    await mailPerson(tx, { personId, email: deletionByTeamEmail({ name, dueAt }) });
  });
}
