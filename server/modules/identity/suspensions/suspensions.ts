import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, Forbidden, NotFound } from "../../../platform/errors.ts";
import { Suspended } from "../errors.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { readText } from "../../../platform/text.ts";
import { accountSuspended } from "../events.ts";
import { personOfUsername } from "../persons.ts";
import { suspendedEmail } from "../emails/templates.ts";
import { mailPerson } from "../emails/send.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../roles/staff.ts";
import { deleteSuspension, findSuspension, findRole, insertSuspension, listSuspensions } from "./store.ts";
import type { SuspensionRow } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const day = 24 * 60 * 60_000;
export const longest = { reason: 500, days: 3650 } as const;

/**
 * Refuses the sign-in of a suspended account.
 * @throws Suspended
 */
export async function refuseSuspended(ctx: Ctx, personId: string): Promise<void> {
  if (await findSuspension(ctx.db, personId, ctx.clock.now())) throw new Suspended();
}

/**
 * The suspended accounts, newest suspension first; at most 200. For moderators.
 * @throws NotFound, Unauthenticated
 */
export function readSuspensions(ctx: Ctx): Promise<SuspensionRow[]> {
  requireStaff(ctx, ...permissions.moderate);
  return listSuspensions(ctx.db, ctx.clock.now());
}

/**
 * Suspends a member: revokes their sessions, emails the reason, and blocks sign-in. Staff cannot be
 * suspended. A second call updates reason and end. For moderators.
 * @param ban.days null for no end
 * @throws BadInput, ConfirmationNeeded, Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function suspendAccount(
  ctx: Ctx,
  suspension: { username: string; reason: string; days: number | null },
): Promise<SuspensionRow[]> {
  const { accountId: actorId } = await requireConfirmedStaff(ctx, ...permissions.moderate);
  const reason = readText(suspension.reason, "reason", longest.reason);
  if (!reason) throw new BadInput("reason", msg("Enter a reason."));
  if (suspension.days !== null && (suspension.days < 1 || suspension.days > longest.days))
    throw new BadInput("days", msg("Suspend for 1 to {days} days, or indefinitely.", { days: longest.days }));
  const person = await personOfUsername(ctx, suspension.username);
  const found = person && (await findRole(ctx.db, person.id));
  if (!found) throw new NotFound("person");
  if (found.role !== "member") throw new Forbidden(msg("Staff can’t be suspended. Remove their role first."));
  const { id: personId } = person;
  const { days } = suspension;
  await ctx.transact((tx) => suspendIn(tx, { personId, name: found.name, reason, days }));
  logSecurityEvent(ctx.log, { kind: "account_suspended", accountId: personId, actorId });
  return listSuspensions(ctx.db, ctx.clock.now());
}

/** Suspends an account that was checked before, with entry, event and email. */
export async function suspendIn(
  tx: Tx,
  order: { personId: string; name: string; reason: string; days: number | null },
): Promise<void> {
  const { personId, name, reason, days } = order;
  const now = tx.clock.now();
  const until = days === null ? null : new Date(now.getTime() + days * day);
  await insertSuspension(tx.db, { personId, reason, now, until });
  await recordAuditEntry(tx, {
    action: "identity.person_banned",
    subject: `person:${personId}`,
    details: { days },
  });
  await tx.publish(accountSuspended, { personId });
  await mailPerson(tx, { personId, email: suspendedEmail({ name, reason, until }) });
}

/**
 * Reinstates an account. Idempotent. For moderators.
 * @throws ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function reinstateAccount(ctx: Ctx, personId: string): Promise<SuspensionRow[]> {
  const { accountId: actorId } = await requireConfirmedStaff(ctx, ...permissions.moderate);
  if (!z.uuid().safeParse(personId).success) throw new NotFound("person");
  const wasSuspended = await ctx.transact(async (tx) => {
    if (!(await deleteSuspension(tx.db, personId))) return false;
    await recordAuditEntry(tx, { action: "identity.ban_lifted", subject: `person:${personId}` });
    return true;
  });
  if (wasSuspended) logSecurityEvent(ctx.log, { kind: "account_reinstated", accountId: personId, actorId });
  return listSuspensions(ctx.db, ctx.clock.now());
}
