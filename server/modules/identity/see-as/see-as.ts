import { permissions, permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx, Viewer } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, Forbidden, NotFound, SeeAsEnded } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findSubject } from "../people/store.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../roles/staff.ts";
import { findSeeAs, findSeenPerson, insertSeeAs } from "./store.ts";
import type { SeeAsRow } from "./store.ts";

/** How long staff see a member's pages, in milliseconds. */
const seenMs = 15 * 60_000;
const maxReasonLength = 300;

/**
 * Lets the viewer's session see the pages of a member as they do, read-only, for 15 minutes. For support with a confirmed session;
 * once per key, with a reason, in the audit log.
 * @param order.id a UUID of the client, which its requests then name
 * @throws BadInput, ConfirmationNeeded, Forbidden for accounts of staff, NotFound for guests and family profiles too
 */
export async function beginSeeAs(
  ctx: Ctx,
  order: { readonly id: string; readonly personId: string; readonly reason: string },
): Promise<SeeAsRow> {
  const { accountId: staffId, sessionId } = await requireConfirmedStaff(ctx, ...permissions.seeAs);
  const { id, personId } = order;
  if (!isUuid(id)) throw new BadInput("key", inEnglish("Send a UUID."));
  rejectCardNumbers(order.reason, "reason");
  const reason = readText(order.reason, "reason", maxReasonLength);
  if (!reason) throw new BadInput("reason", msg("Enter a reason."));
  const found = isUuid(personId) ? await findSubject(ctx.db, personId) : null;
  if (!found) throw new NotFound("person");
  // Seeing as an admin would show what only admins may see.
  if (found.role !== "member") throw new Forbidden(msg("No one sees the studio as someone of the team."));
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const endsAt = new Date(now.getTime() + seenMs);
    const isNew = await insertSeeAs(tx.db, { id, staffId, sessionId, personId, reason, now, endsAt });
    const ticket = await findSeeAs(tx.db, { id, sessionId });
    if (ticket?.personId !== personId) throw new BadInput("key", inEnglish("This key was used before."));
    if (isNew)
      await recordAuditEntry(tx, {
        action: "identity.seen_as",
        subject: `person:${personId}`,
        details: { reason, minutes: seenMs / 60_000 },
      });
    return ticket;
  });
}

/**
 * The viewer of a request that names a ticket: the member, marked with who looks. Everything that changes something refuses such a
 * viewer; see `Viewer.seenBy`.
 * @param viewer who sent the request
 * @throws SeeAsEnded if the ticket is over, unknown or another session's, or the role is gone
 */
export async function seenViewer(
  ctx: Pick<Ctx, "db" | "clock">,
  viewer: Viewer | null,
  id: string,
): Promise<Viewer> {
  const isStaff =
    viewer !== null && viewer.personId === viewer.accountId && permissionsOf(viewer.role).includes("seeAs");
  const seen =
    isStaff && isUuid(id)
      ? await findSeenPerson(ctx.db, {
          id,
          sessionId: viewer.sessionId,
          staffId: viewer.accountId,
          now: ctx.clock.now(),
        })
      : null;
  if (!seen) throw new SeeAsEnded();
  return {
    personId: seen.personId,
    accountId: seen.personId,
    isChild: false,
    hidesExplicit: seen.hidesExplicit,
    // No session: nothing that needs a confirmed one opens.
    sessionId: id,
    role: "member",
    isAnonymous: false,
    seenBy: seen.staffId,
  };
}
