import type { Permission } from "../../../../contract/staff.ts";
import { limitedRoles, permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { failedPayments, leftSince, netMrr, trialsEnding } from "../../billing/index.ts";
import type { FailedPayments, NetMrr, TrialsEnding } from "../../billing/index.ts";
import { nextReleases } from "../../catalog/index.ts";
import type { Release } from "../../catalog/index.ts";
import { joinedSince, refuseLapsedStaff, requireViewer } from "../../identity/index.ts";
import { dancedSince } from "../../practice/index.ts";

/** Since midnight in the studio's time zone. */
export interface StudioToday {
  readonly since: Date;
  /** People who danced, profiles of a family one by one. */
  readonly dancers: number;
  /** Classes danced to their end. */
  readonly completed: number;
  /** New accounts, without guests. */
  readonly joined: number;
  /** Subscriptions canceled, at once or at the end of their term. */
  readonly left: number;
}

/** What the studio's home shows; null where the viewer lacks the permission. */
export interface StudioHome {
  readonly today: StudioToday | null;
  readonly releases: readonly Release[] | null;
  readonly netMrr: readonly NetMrr[] | null;
  readonly trialsEnding: TrialsEnding | null;
  readonly failedPayments: FailedPayments | null;
}

/**
 * What happens in the studio, as far as the viewer may see it; all null for those who aren't staff.
 * @throws SecondStepRequired, Unauthenticated
 */
export async function studioHome(ctx: Ctx): Promise<StudioHome> {
  const { role, personId, accountId } = requireViewer(ctx);
  refuseLapsedStaff(ctx, ...limitedRoles);
  const granted = new Set<Permission>(personId === accountId ? permissionsOf(role) : []);
  const ifMay = async <Found>(permission: Permission, find: () => Promise<Found>): Promise<Found | null> =>
    granted.has(permission) ? find() : null;
  const [today, releases, mrr, trials, failed] = await Promise.all([
    ifMay("seePeople", () => studioToday(ctx)),
    ifMay("editLibrary", () => nextReleases(ctx)),
    ifMay("manageRevenue", () => netMrr(ctx)),
    ifMay("seePeople", () => trialsEnding(ctx)),
    ifMay("seePeople", () => failedPayments(ctx)),
  ]);
  return { today, releases, netMrr: mrr, trialsEnding: trials, failedPayments: failed };
}

async function studioToday(ctx: Ctx): Promise<StudioToday> {
  const midnight = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime())
    .toZonedDateTimeISO(ctx.studio.timeZone)
    .startOfDay();
  const since = new Date(midnight.epochMilliseconds);
  const [{ dancers, completed }, joined, left] = await Promise.all([
    dancedSince(ctx, since),
    joinedSince(ctx, since),
    leftSince(ctx, since),
  ]);
  return { since, dancers, completed, joined, left };
}
