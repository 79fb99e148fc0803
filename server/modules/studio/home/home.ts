import type { Permission } from "../../../../contract/staff.ts";
import { limitedRoles, permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { failedPayments, leftSince, netMrr, revenueTasks, trialsEnding } from "../../billing/index.ts";
import type { FailedPayments, NetMrr, RevenueTask, TrialsEnding } from "../../billing/index.ts";
import { nextReleases } from "../../catalog/index.ts";
import type { Release } from "../../catalog/index.ts";
import { joinedBetween, refuseLapsedStaff, requireViewer } from "../../identity/index.ts";
import { backupsOf } from "../backups/backups.ts";
import type { StudioBackups } from "../backups/backups.ts";
import { dancedSince, playsBetween } from "../../practice/index.ts";
import { missingSteps } from "../opening/opening.ts";
import type { StepKey } from "../opening/opening.ts";

/** Since midnight in the studio's time zone. */
export interface StudioToday {
  readonly since: Date;
  /** The next midnight. */
  readonly until: Date;
  /** Accounts of which someone danced. */
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
  readonly since: Date;
  /** Accounts and cancellations count as far as this moment, exclusive. */
  readonly until: Date;
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
  readonly revenueTasks: readonly RevenueTask[] | null;
  /** Required steps of the opening, also those that the server lost since. */
  readonly missingSteps: readonly StepKey[] | null;
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
  const [today, weeks, releases, mrr, trials, failed, tasks, missing, backups] = await Promise.all([
    ifMay("seePeople", () => studioToday(ctx)),
    ifMay("seePeople", () => studioWeeks(ctx)),
    ifMay("editLibrary", () => nextReleases(ctx)),
    ifMay("manageRevenue", () => netMrr(ctx)),
    ifMay("seePeople", () => trialsEnding(ctx)),
    ifMay("seePeople", () => failedPayments(ctx)),
    ifMay("manageRevenue", () => revenueTasks(ctx)),
    isAdmin ? missingSteps(ctx) : null,
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
    revenueTasks: tasks,
    missingSteps: missing,
    backups,
  };
}

const nowOf = (ctx: Ctx): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime()).toZonedDateTimeISO(ctx.studio.timeZone);
const dateOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds);
/** The start of the next day, which is at 1:00 where the clocks skip its midnight. */
const dayAfter = (at: Temporal.ZonedDateTime): Temporal.ZonedDateTime => at.add({ days: 1 }).startOfDay();

async function studioToday(ctx: Ctx): Promise<StudioToday> {
  const now = nowOf(ctx);
  const [since, until] = [dateOf(now.startOfDay()), dateOf(dayAfter(now))];
  const [{ dancers, completed }, joined, left] = await Promise.all([
    dancedSince(ctx, since),
    joinedBetween(ctx, since, until),
    leftSince(ctx, since),
  ]);
  return { since, until, dancers, completed, joined, left };
}

const week = { days: 7 };

async function studioWeeks(ctx: Ctx): Promise<{ week: StudioWeek; weekBefore: StudioWeek }> {
  const now = nowOf(ctx);
  const first = now.subtract({ days: 6 });
  /** A week from its first to its last day; accounts and cancellations until a moment. */
  const weekFrom = async (
    from: Temporal.ZonedDateTime,
    to: Temporal.ZonedDateTime,
    end: Temporal.ZonedDateTime,
  ): Promise<StudioWeek> => {
    const [since, until] = [dateOf(from.startOfDay()), dateOf(end)];
    const [plays, joined, left] = await Promise.all([
      playsBetween(ctx, from.toPlainDate().toString(), to.toPlainDate().toString()),
      joinedBetween(ctx, since, until),
      leftSince(ctx, since, until),
    ]);
    return { since, until, plays, joined, left };
  };
  const [current, before] = await Promise.all([
    weekFrom(first, now, dayAfter(now)),
    weekFrom(first.subtract(week), now.subtract(week), now.subtract(week)),
  ]);
  return { week: current, weekBefore: before };
}
