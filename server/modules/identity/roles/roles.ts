import { z } from "zod";
import { permissionsOf } from "../../../../contract/staff.ts";
import type { Permission } from "../../../../contract/staff.ts";
import type { Ctx, Role, Tx } from "../../../ctx.ts";
import { BadInput, Forbidden, NotFound, RoleMissing } from "../../../platform/errors.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { LastAdmin } from "../errors.ts";
import { roleChanged } from "../events.ts";
import { personOfUsername } from "../persons.ts";
import { roleChangedEmail } from "../emails/templates.ts";
import { mailPerson } from "../emails/send.ts";
import { newAdminEmail } from "../security-notices/emails.ts";
import { recordOperatorAuditEntry, recordAuditEntry, requireConfirmedStaff, requireStaff } from "./staff.ts";
import { findOwner } from "../email-addresses/store.ts";
import { listAccountsOfAddress, listStaff, lockRolesOf, updateRole } from "./store.ts";
import { deleteFirstAdminCodes } from "./store-first-admin.ts";
import { findSecondStepDue } from "./store-second-step.ts";
import type { AddressedAccount, HeldRole, StaffRow } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/**
 * All staff, admins first; at most 200. For admins.
 * @throws NotFound, Unauthenticated
 */
export function readStaff(ctx: Ctx): Promise<StaffRow[]> {
  requireStaff(ctx);
  return listStaff(ctx.db);
}

/**
 * Sets or removes a member's role; `member` is none. Emails the member, and takes effect on every server
 * within a minute. Idempotent. For admins.
 * @param request.personId the person; else `username`
 * @throws BadInput, ConfirmationNeeded, Forbidden, LastAdmin, NotFound, SecondStepRequired, Unauthenticated
 */
export async function setRole(
  ctx: Ctx,
  request: { personId: string | null; username: string | null; role: Role },
): Promise<StaffRow[]> {
  const { accountId } = await requireConfirmedStaff(ctx);
  const personId = await personOf(ctx, request);
  const isChanged = await ctx.transact(async (tx) => {
    const held = await lockRolesOf(tx.db, { personId, now: tx.clock.now() });
    // A token can outlive its role for some seconds.
    if (!held.admins.some(({ id }) => id === accountId)) throw new RoleMissing();
    const act = await changeRole(tx, held, request.role, accountId);
    if (act) await recordAuditEntry(tx, act);
    return act !== null;
  });
  if (isChanged)
    logSecurityEvent(ctx.log, {
      kind: "role_changed",
      accountId: personId,
      actorId: accountId,
      detail: request.role,
    });
  return listStaff(ctx.db);
}

/** Ids of the staff with a permission; at most 200 people are staff. */
export const staffWith = async (ctx: Ctx, permission: Permission): Promise<string[]> =>
  (await listStaff(ctx.db))
    .filter(({ role }) => permissionsOf(role).includes(permission))
    .map(({ id }) => id);

/** The accounts of an email, for the operator; the one that verified it comes first. */
export const readAccountsOfAddress = (ctx: Ctx, address: string): Promise<AddressedAccount[]> =>
  listAccountsOfAddress(ctx.db, { address: address.trim().toLowerCase(), now: ctx.clock.now() });

/**
 * Sets a role on behalf of the machine's operator, without a viewer; creates a studio's first admin. The
 * account must have a verified email.
 * @returns whether the role changed
 * @throws Forbidden, LastAdmin, NotFound
 */
export async function setRoleAsOperator(
  ctx: Ctx,
  request: { personId: string; address: string; role: Role },
): Promise<boolean> {
  const { personId } = request;
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const held = await lockRolesOf(tx.db, { personId, now });
    const owner = await findOwner(tx.db, request.address.trim().toLowerCase());
    if (owner?.personId !== personId) throw new NotFound("person");
    const act = await changeRole(tx, held, request.role, null);
    if (act) await recordOperatorAuditEntry(tx, act);
    return act !== null;
  });
}

/**
 * Refuses to remove the studio's only admin.
 * @throws LastAdmin
 */
export async function refuseLastAdmin(tx: Tx, personId: string): Promise<void> {
  const { admins } = await lockRolesOf(tx.db, { personId, now: tx.clock.now() });
  if (isLastAdmin(admins, personId)) throw new LastAdmin();
}

/** Whether the person is the only admin; accounts with a requested deletion don't count. */
const isLastAdmin = (admins: readonly HeldRole[], personId: string): boolean =>
  admins.some(({ id }) => id === personId) &&
  !admins.some(({ id, isBeingDeleted }) => id !== personId && !isBeingDeleted);

async function personOf(
  ctx: Ctx,
  { personId, username }: { personId: string | null; username: string | null },
): Promise<string> {
  if (personId !== null) {
    if (!z.uuid().safeParse(personId).success) throw new NotFound("person");
    return personId;
  }
  if (username === null) throw new BadInput("username", msg("Enter a username."));
  const person = await personOfUsername(ctx, username);
  if (!person) throw new NotFound("person");
  return person.id;
}

/**
 * Changes a role with its emails. A first admin voids the codes of the server's start.
 * @param giverId the admin who changes the role; null for an operator
 * @returns the details of the audit entry; null if nothing changed
 */
export async function changeRole(
  tx: Tx,
  { admins, person }: { admins: readonly HeldRole[]; person: HeldRole | null },
  role: Role,
  giverId: string | null,
) {
  if (!person) throw new NotFound("person");
  const { id: personId, name, role: from } = person;
  if (from === role) return null;
  if (role !== "member" && !person.mayWork)
    throw new Forbidden(msg("Roles can only be given to active account holders."));
  if (isLastAdmin(admins, personId)) throw new LastAdmin();
  await updateRole(tx.db, { personId, role, now: tx.clock.now() });
  await tx.publish(roleChanged, { personId, from, to: role });
  const dueAt = await findSecondStepDue(tx.db, personId);
  await mailPerson(tx, {
    personId,
    email: roleChangedEmail({ name, role, secondStepDueAt: dueAt }),
  });
  if (role === "admin") await deleteFirstAdminCodes(tx.db);
  // A stolen session that creates a second admin must not go unnoticed.
  if (role === "admin") {
    const by = admins.find(({ id }) => id === giverId)?.name ?? null;
    for (const admin of admins)
      await mailPerson(tx, {
        personId: admin.id,
        email: newAdminEmail({ name: admin.name, admin: name, by }),
      });
  }
  return {
    action: "identity.role_changed",
    subject: `person:${personId}`,
    details: { from, to: role },
  } as const;
}
