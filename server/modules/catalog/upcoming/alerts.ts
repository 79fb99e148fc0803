import type { Ctx, Tx } from "../../../ctx.ts";
import { whileThere } from "../../../platform/while-there.ts";
import { requireHolder } from "../../identity/index.ts";
import type { AudiencePage } from "../following/followers.ts";
import { firstPersonId } from "../following/followers.ts";
import {
  deleteAlert,
  deleteOldAlerts,
  findAlerted,
  insertAlert,
  listAlerted,
  mergeAlertRows,
} from "./store-alerts.ts";
import { findUpcomingClass, upcomingClass } from "./upcoming.ts";
import type { UpcomingRow } from "./upcoming.ts";

/** How long alerts of a published class are kept: until everyone was notified, and an outage is over. */
export const alertDays = 7;

/**
 * Asks to be notified once when an upcoming class is published, or takes it back. Idempotent. Moving the date keeps it; it ends when
 * the date is taken back.
 * @throws Forbidden for a child, NotFound, RegistrationRequired, Unauthenticated
 */
export async function setReleaseAlert(ctx: Ctx, id: string, isOn: boolean): Promise<UpcomingRow> {
  const { personId } = requireHolder(ctx);
  const found = await upcomingClass(ctx, id);
  const alert = { classId: found.id, personId, now: ctx.clock.now() };
  await whileThere(() => (isOn ? insertAlert(ctx.db, alert) : deleteAlert(ctx.db, alert)));
  // Without its alert, a class that is more than two weeks away is no longer listed.
  return (await findUpcomingClass(ctx, found.id)) ?? { ...found, hasAlert: false };
}

/**
 * A page of the people who asked to be notified of a class. Explicit classes aren't told to those who hide them.
 * @param page.after the last of the previous page; null for the first page
 */
export async function alertedOfClass(
  ctx: Ctx,
  classId: string,
  { after, first }: { readonly after: string | null; readonly first: number },
): Promise<AudiencePage> {
  const rows = await listAlerted(ctx.db, { classId, after: after ?? firstPersonId, first });
  return {
    people: rows.filter(({ isNotified }) => isNotified),
    next: rows.length === first ? (rows.at(-1)?.personId ?? null) : null,
  };
}

/** Those of some people who are notified of a released class because they asked for it. */
export const alertedAmong = (ctx: Ctx, classId: string, personIds: readonly string[]): Promise<string[]> =>
  findAlerted(ctx.db, classId, personIds);

/** Deletes alerts of classes that were published a week ago. */
export const forgetAlerts = (ctx: Ctx): Promise<void> =>
  deleteOldAlerts(ctx.db, new Date(ctx.clock.now().getTime() - alertDays * 24 * 60 * 60 * 1000));

/** Moves alerts to the account that takes another over. @returns the number added */
export const mergeAlerts = (tx: Tx, people: { from: string; into: string }): Promise<number> =>
  mergeAlertRows(tx.db, people);
