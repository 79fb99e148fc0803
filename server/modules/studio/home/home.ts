import type { Permission } from "../../../../contract/staff.ts";
import { limitedRoles, permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { failedPayments, leftSince, netMrr, trialsEnding } from "../../billing/index.ts";
import type { FailedPayments, NetMrr, TrialsEnding } from "../../billing/index.ts";
import { nextReleases } from "../../catalog/index.ts";
import type { Release } from "../../catalog/index.ts";
import { joinedSince, refuseLapsedStaff, requireViewer } from "../../identity/index.ts";
import { backupsOf } from "../backups/backups.ts";
import type { StudioBackups } from "../backups/backups.ts";
import { dancedSince, playsBetween } from "../../practice/index.ts";

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

/** Seven days, the last of them today, in the studio's time zone. */
export interface StudioWeek {
  /** How often classes were danced. */
  readonly plays: number;
  readonly joined: number;
  readonly left: number;
}

/** What the studio's home shows; null where the viewer lacks the permission. */
export interface StudioHome {
  readonly today: StudioToday | null;
  readonly week: StudioWeek | null;
  /** The seven days before, as far as the same time of the day. */
  readonly weekBefore: StudioWeek | null;
  readonly releases: readonly Release[] | null;
  readonly netMrr: readonly NetMrr[] | null;
  readonly trialsEnding: TrialsEnding | null;
  readonly failedPayments: FailedPayments | null;
  readonly backups: StudioBackups | null;
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
  const isAdmin = role === "admin" && personId === accountId;
  const [today, weeks, releases, mrr, trials, failed, backups] = await Promise.all([
    ifMay("seePeople", () => studioToday(ctx)),
    ifMay("seePeople", () => studioWeeks(ctx)),
    ifMay("editLibrary", () => nextReleases(ctx)),
    ifMay("manageRevenue", () => netMrr(ctx)),
    ifMay("seePeople", () => trialsEnding(ctx)),
    ifMay("seePeople", () => failedPayments(ctx)),
    isAdmin ? backupsOf(ctx) : null,
  ]);
  return {
    today,
    week: weeks?.week ?? null,
    weekBefore: weeks?.weekBefore ?? null,
    releases,
    netMrr: mrr,
    trialsEnding: trials,
    failedPayments: failed,
    backups,
  };
}

const nowOf = (ctx: Ctx): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime()).toZonedDateTimeISO(ctx.studio.timeZone);
const dateOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds);

async function studioToday(ctx: Ctx): Promise<StudioToday> {
  const since = dateOf(nowOf(ctx).startOfDay());
  const [{ dancers, completed }, joined, left] = await Promise.all([
    dancedSince(ctx, since),
    joinedSince(ctx, since),
    leftSince(ctx, since),
  ]);
  return { since, dancers, completed, joined, left };
}

const week = { days: 7 };

async function studioWeeks(ctx: Ctx): Promise<{ week: StudioWeek; weekBefore: StudioWeek }> {
  const now = nowOf(ctx);
  const first = now.startOfDay().subtract({ days: 6 });
  const weekFrom = async (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Promise<StudioWeek> => {
    const [plays, joined, left] = await Promise.all([
      playsBetween(ctx, from.toPlainDate().toString(), to.toPlainDate().toString()),
      joinedSince(ctx, dateOf(from), dateOf(to)),
      leftSince(ctx, dateOf(from), dateOf(to)),
    ]);
    return { plays, joined, left };
  };
  const [current, before] = await Promise.all([
    weekFrom(first, now),
    weekFrom(first.subtract(week), now.subtract(week)),
  ]);
  return { week: current, weekBefore: before };
}
