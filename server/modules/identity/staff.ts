import type { Ctx, Role, Tx, Viewer } from "../../ctx.ts";
import { NotFound, Unauthenticated } from "../../platform/errors.ts";
import { SecondStepRequired } from "./errors.ts";
import { requireConfirmed } from "./sessions.ts";
import { insertAuditEntry } from "./store-staff.ts";

type StaffRole = Exclude<Role, "member" | "admin">;

/**
 * The viewer, who must be an admin or have one of the roles. To everyone else the page isn't there.
 * @throws NotFound, SecondStepRequired, and Unauthenticated without a session
 */
export function requireStaff(
  ctx: { readonly viewer: Viewer | null },
  ...roles: readonly StaffRole[]
): Viewer {
  const { viewer } = ctx;
  if (!viewer) throw new Unauthenticated();
  if (viewer.isChild || viewer.personId !== viewer.accountId) throw new NotFound("page");
  refuseLapsedStaff(ctx, ...roles);
  if (!mayWork(viewer.role, roles)) throw new NotFound("page");
  return viewer;
}

/**
 * The same for what does most harm in a stolen session: the viewer must have confirmed within 15 minutes that it is they.
 * @throws ConfirmationNeeded, NotFound, SecondStepRequired, Unauthenticated
 */
export async function requireConfirmedStaff(ctx: Ctx, ...roles: readonly StaffRole[]): Promise<Viewer> {
  const viewer = requireStaff(ctx, ...roles);
  await requireConfirmed(ctx, viewer.sessionId);
  return viewer;
}

/** Refuses an admin, or staff with one of the roles, whose days without a second step are over. @throws SecondStepRequired */
export function refuseLapsedStaff(
  { viewer }: { readonly viewer: Viewer | null },
  ...roles: readonly StaffRole[]
): void {
  if (viewer?.lapsedRole && mayWork(viewer.lapsedRole, roles)) throw new SecondStepRequired();
}

const mayWork = (role: Role, roles: readonly StaffRole[]): boolean =>
  role === "admin" || roles.some((one) => one === role);

/** What a member of staff did. */
export interface AuditEntry {
  /** In the past tense, with its module: `catalog.class_published`. */
  readonly action: string;
  /** Kind and id of what it was done to: `class:4f0c…`. */
  readonly subject: string;
  /** What changed. Never a secret or personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the viewer's act to the audit log, in the transaction that it belongs to. */
export async function recordAuditEntry(tx: Tx, act: AuditEntry): Promise<void> {
  if (!tx.viewer) throw new Error("Nobody is signed in, so that nobody can have acted.");
  await record(tx, tx.viewer.accountId, act);
}

/** Writes to the audit log what whoever runs the machine did by its command. */
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
