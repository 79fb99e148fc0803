import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound, RoleMissing } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { addressOf } from "../email-addresses/normalize.ts";
import { findEmail, findOwner } from "../email-addresses/store.ts";
import { mailAddress } from "../emails/send.ts";
import { staffInvitationEmail } from "../emails/invitation.ts";
import { EmailUnverified, InvitationInvalid, InvitationOfOther } from "../errors.ts";
import { requireHolder } from "../viewer.ts";
import { changeRole } from "./roles.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "./staff.ts";
import { lockRolesOf } from "./store.ts";
import {
  deleteInvitation,
  deleteOldInvitations,
  findInvitation,
  listInvitations,
  lockInvitation,
  lockInvitationByEmail,
  lockInvitationById,
  saveInvitation,
} from "./store-invitations.ts";
import type { InvitationRow } from "./store-invitations.ts";

const dayMs = 86_400_000;
const lifetimeMs = 7 * dayMs;
/** Expired invitations are listed for a while, so that they can be sent again. */
export const invitationDays = 30;
const perAdmin = { name: "staff invitations", points: 30, seconds: 3600 };
const perInvitation = { name: "staff invitations sent again", points: 5, seconds: 3600 };
const attemptLimit = { name: "staff invitation tokens", points: 20, seconds: 3600 };

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Invitations that are neither accepted nor revoked, newest first; at most 200. For admins.
 * @throws NotFound, SecondStepRequired, Unauthenticated
 */
export function readInvitations(ctx: Ctx): Promise<InvitationRow[]> {
  requireStaff(ctx);
  return listInvitations(ctx.db);
}

/**
 * Invites an email address to a role. The link works once, for 7 days. Idempotent: an open invitation to the same role is not
 * sent again, and one to another role gets the new role and a new link. For admins.
 * @throws BadInput for a role of none and for staff, ConfirmationNeeded, InvalidEmail, NotFound, RateLimited,
 * SecondStepRequired, Unauthenticated
 */
export async function sendInvitation(ctx: Ctx, typed: string, role: Role): Promise<InvitationRow[]> {
  const { accountId } = await requireConfirmedStaff(ctx);
  const email = addressOf(typed);
  if (role === "member") throw new BadInput("role", msg("Choose a role."));
  await consume(ctx, perAdmin, accountId);
  await ctx.transact(async (tx) => {
    const owner = await findOwner(tx.db, email);
    // Locks the admins: a double click waits here, and then finds the invitation.
    const held = await lockRolesOf(tx.db, { personId: owner?.personId ?? accountId, now: tx.clock.now() });
    requireAdminAmong(held.admins, accountId);
    if (owner && held.person && held.person.role !== "member")
      throw new BadInput("emailAddress", msg("This person is already on the team."));
    const known = await lockInvitationByEmail(tx.db, email);
    if (known?.role === role && known.expiresAt > tx.clock.now()) return;
    await mailInvitation(tx, { id: known?.id ?? randomUUID(), email, role });
  });
  return listInvitations(ctx.db);
}

/**
 * Sends an invitation again, with a new link for 7 days; the earlier link stops working. For admins.
 * @throws ConfirmationNeeded, NotFound, RateLimited, SecondStepRequired, Unauthenticated
 */
export async function resendInvitation(ctx: Ctx, id: string): Promise<InvitationRow[]> {
  const { accountId } = await requireConfirmedStaff(ctx);
  await consume(ctx, perInvitation, id.slice(0, 36));
  await ctx.transact(async (tx) => {
    const { admins } = await lockRolesOf(tx.db, { personId: accountId, now: tx.clock.now() });
    requireAdminAmong(admins, accountId);
    const known = isUuid(id) ? await lockInvitationById(tx.db, id) : null;
    if (!known) throw new NotFound("invitation");
    await mailInvitation(tx, known);
  });
  return listInvitations(ctx.db);
}

/**
 * Revokes an invitation: its link stops working at once. Idempotent. For admins.
 * @throws ConfirmationNeeded, NotFound without the role, SecondStepRequired, Unauthenticated
 */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<InvitationRow[]> {
  await requireConfirmedStaff(ctx);
  await ctx.transact(async (tx) => {
    const known = isUuid(id) ? await lockInvitationById(tx.db, id) : null;
    if (!known) return;
    await deleteInvitation(tx.db, known.id);
    await recordAuditEntry(tx, {
      action: "identity.invitation_revoked",
      subject: `invitation:${known.id}`,
      details: { role: known.role },
    });
  });
  return listInvitations(ctx.db);
}

/** The invitation of a link, for anyone who has it; null once it is accepted, revoked, replaced or expired. */
export const readInvitation = (ctx: Ctx, token: string): Promise<InvitationRow | null> =>
  findInvitation(ctx.db, { hash: hashOf(token), now: ctx.clock.now() });

/**
 * Accepts an invitation: gives its role to the viewer's account, which must have verified the invited address. Someone who has
 * a role by now keeps it.
 * @returns the account's role
 * @throws EmailUnverified, Forbidden, InvitationInvalid, InvitationOfOther, RateLimited, RegistrationRequired, Unauthenticated
 */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<Role> {
  const { accountId } = requireHolder(ctx);
  await consume(ctx, attemptLimit, [accountId, ...networkKeys(ctx.clientIp)]);
  const role = await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    // Before the invitation: sending locks in this order too.
    const held = await lockRolesOf(tx.db, { personId: accountId, now });
    const invitation = await lockInvitation(tx.db, { hash: hashOf(token), now });
    if (!invitation || !held.person) throw new InvitationInvalid();
    const known = await findEmail(tx.db, accountId);
    if (known?.address !== invitation.email)
      throw known?.pendingEmailAddress === invitation.email ? new EmailUnverified() : new InvitationOfOther();
    await deleteInvitation(tx.db, invitation.id);
    if (held.person.role !== "member") return held.person.role;
    const act = await changeRole(tx, held, invitation.role, null);
    await recordAuditEntry(tx, {
      action: "identity.invitation_accepted",
      subject: `invitation:${invitation.id}`,
      details: { role: invitation.role },
    });
    if (act) await recordAuditEntry(tx, act);
    return invitation.role;
  });
  logSecurityEvent(ctx.log, { kind: "role_changed", accountId, actorId: accountId, detail: role });
  return role;
}

/** Deletes invitations that expired 30 days ago. */
export const forgetInvitations = (ctx: Ctx): Promise<void> =>
  deleteOldInvitations(ctx.db, new Date(ctx.clock.now().getTime() - invitationDays * dayMs));

/** A token can outlive its role for some seconds. @throws RoleMissing */
function requireAdminAmong(admins: readonly { readonly id: string }[], accountId: string): void {
  if (!admins.some(({ id }) => id === accountId)) throw new RoleMissing();
}

/** Emails an invitation with a new token, in the language of the address's account, else in the studio's. */
async function mailInvitation(
  tx: Tx,
  { id, email, role }: Pick<InvitationRow, "id" | "email" | "role">,
): Promise<void> {
  const token = randomBytes(24).toString("base64url");
  const sentAt = tx.clock.now();
  const expiresAt = new Date(sentAt.getTime() + lifetimeMs);
  await saveInvitation(tx.db, { id, email, role, hash: hashOf(token), sentAt, expiresAt });
  const owner = await findOwner(tx.db, email);
  await mailAddress(tx, {
    address: email,
    email: staffInvitationEmail({ role, token, expiresAt }),
    personId: owner?.personId ?? null,
    locale: tx.studio.locale,
  });
  await recordAuditEntry(tx, {
    action: "identity.invitation_sent",
    subject: `invitation:${id}`,
    details: { role },
  });
}
