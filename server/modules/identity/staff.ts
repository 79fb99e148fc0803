import type { Role, Tx, Viewer } from "../../ctx.ts";
import { NotFound, Unauthenticated } from "../../platform/errors.ts";
import { insertStaffAct } from "./store-staff.ts";

/**
 * The viewer, who must be an admin or have one of the roles. To everybody else the page isn't there.
 * @throws NotFound, and Unauthenticated when nobody is signed in
 */
export function requireStaff(
  ctx: { readonly viewer: Viewer | null },
  ...roles: readonly Exclude<Role, "member" | "admin">[]
): Viewer {
  const { viewer } = ctx;
  if (!viewer) throw new Unauthenticated();
  if (viewer.isChild || viewer.personId !== viewer.accountId) throw new NotFound("page");
  if (viewer.role !== "admin" && !roles.some((role) => role === viewer.role)) throw new NotFound("page");
  return viewer;
}

/** What a member of staff did. */
export interface StaffAct {
  /** In the past tense, with its module: `catalog.class_published`. */
  readonly action: string;
  /** Kind and id of what it was done to: `class:4f0c…`. */
  readonly subject: string;
  /** What changed. Never a secret or personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the viewer's act to the audit log, in the transaction that it belongs to. */
export async function recordStaffAct(tx: Tx, act: StaffAct): Promise<void> {
  if (!tx.viewer) throw new Error("Nobody is signed in, so that nobody can have acted.");
  await record(tx, tx.viewer.accountId, act);
}

/** Writes to the audit log what whoever runs the machine did by its command. */
export const recordOperatorAct = (tx: Tx, act: StaffAct): Promise<void> => record(tx, null, act);

async function record(tx: Tx, actorId: string | null, act: StaffAct): Promise<void> {
  await insertStaffAct(tx.db, {
    actorId,
    action: act.action,
    subject: act.subject,
    details: JSON.stringify(act.details ?? {}),
    happenedAt: tx.clock.now(),
  });
}
