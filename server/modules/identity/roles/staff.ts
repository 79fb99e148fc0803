import type { AuditAction } from "../../../../contract/audit-actions.ts";
import type { LimitedRole } from "../../../../contract/staff.ts";
import type { Ctx, Role, Tx, Viewer } from "../../../ctx.ts";
import { RoleMissing, Unauthenticated } from "../../../platform/errors.ts";
import { SecondStepRequired } from "../errors.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { insertAuditEntry } from "./store-staff.ts";

/**
 * Requires an admin or one of the roles, as `permissions` of contract/staff.ts lists them. Everyone else gets a not-found error.
 * @throws NotFound, SecondStepRequired, and Unauthenticated without a session
 */
export function requireStaff(
  ctx: { readonly viewer: Viewer | null },
  ...roles: readonly LimitedRole[]
): Viewer {
  const { viewer } = ctx;
  if (!viewer) throw new Unauthenticated();
  if (viewer.isChild || viewer.personId !== viewer.accountId) throw new RoleMissing();
  refuseLapsedStaff(ctx, ...roles);
  if (!mayWork(viewer.role, roles)) throw new RoleMissing();
  return viewer;
}

/**
 * Like `requireStaff`, for sensitive actions: also requires a confirmation of identity within 15 minutes.
 * @throws ConfirmationNeeded, NotFound, SecondStepRequired, Unauthenticated
 */
export async function requireConfirmedStaff(ctx: Ctx, ...roles: readonly LimitedRole[]): Promise<Viewer> {
  const viewer = requireStaff(ctx, ...roles);
  await requireConfirmed(ctx, viewer.sessionId);
  return viewer;
}

/**
 * Refuses an admin, or staff with one of the roles, after the grace period without a second factor.
 * @throws SecondStepRequired
 */
export function refuseLapsedStaff(
  { viewer }: { readonly viewer: Viewer | null },
  ...roles: readonly LimitedRole[]
): void {
  if (viewer?.lapsedRole && mayWork(viewer.lapsedRole, roles)) throw new SecondStepRequired();
}

const mayWork = (role: Role, roles: readonly LimitedRole[]): boolean =>
  role === "admin" || roles.some((one) => one === role);

/** An entry of the audit log. */
export interface AuditEntry {
  /** In the past tense, with its module: `catalog.class_published`. */
  readonly action: AuditAction;
  /** Kind and id of the subject: `class:4f0c…`. */
  readonly subject: string;
  /** What changed. Never a secret or personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records the viewer's action in the audit log, within the same transaction. */
export async function recordAuditEntry(tx: Tx, act: AuditEntry): Promise<void> {
  if (!tx.viewer) throw new Error("An audit entry requires a signed-in viewer.");
  await record(tx, tx.viewer.accountId, act);
}

/** Records an action of the machine's operator in the audit log. */
export const recordOperatorAuditEntry = (tx: Tx, act: AuditEntry): Promise<void> => record(tx, null, act);

async function record(tx: Tx, actorId: string | null, act: AuditEntry): Promise<void> {
  await insertAuditEntry(tx.db, {
    actorId,
    action: act.action,
    subject: act.subject,
    details: JSON.stringify(act.details ?? {}),
    happenedAt: tx.clock.now(),
  });
}
