import { randomUUID } from "node:crypto";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { AmountMismatch, PriceChangePending, TooLateToUndo } from "../errors.ts";
import { findEditedPlan, findVersion } from "../plans/store-editing.ts";
import type { PriceVersionRow } from "../plans/store-editing.ts";
import { addDays } from "../rules/calendar.ts";
import { isOwing } from "../rules/dunning.ts";
import {
  dayOf,
  firstChargeAt,
  needsConsent,
  noticeDays,
  priceConsentVersion,
  startOfDay,
  undoMs,
} from "../rules/price-changes.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import {
  countAffected,
  findChangeOfVersion,
  findPendingChange,
  insertChange,
  listChanges,
  lockChange,
  markUndone,
} from "./store.ts";
import type { ChangeProgress, ChangeRow } from "./store.ts";
import { acceptNotice, listOpenNotices } from "./store-notices.ts";
import { lockedUse } from "./taking-back.ts";
import type { NoticeRow } from "./store-notices.ts";
import { inEnglish, msg, utcDay } from "../../../platform/i18n/messages.ts";

/** What a change would do. */
export interface ChangePreview {
  /** Members who are told. */
  readonly members: number;
  /** Of these, those whose consent is needed. */
  readonly mustAgree: number;
  /** Members by the price that they pay now, in minor units. */
  readonly amounts: readonly { readonly amount: number; readonly count: number }[];
  /** When the emails begin, and the first day that can be chosen. */
  readonly noticesAt: Date;
  readonly earliestDay: string;
}

/** An announced change with its progress. */
export interface StudioPriceChange extends ChangeRow, ChangeProgress {
  readonly canUndo: boolean;
}

const noProgress: ChangeProgress = { notified: 0, mustAgree: 0, accepted: 0 };
const earliestDayAt = (now: Date): string => dayOf(addDays(now, noticeDays + 1));

async function requireVersion(ctx: Pick<Ctx, "db">, id: string): Promise<PriceVersionRow> {
  const version = isUuid(id) ? await findVersion(ctx.db, id) : null;
  if (!version) throw new NotFound("price version");
  return version;
}

/**
 * Who would be told if running members moved to a version, and when. For finance.
 * @throws NotFound for everyone else or an unknown version
 */
export async function previewPriceChange(ctx: Ctx, versionId: string): Promise<ChangePreview> {
  requireStaff(ctx, ...permissions.setPrices);
  const version = await requireVersion(ctx, versionId);
  const now = await billingNow(ctx);
  const rows = await countAffected(ctx.db, { ...version, before: now });
  const sumOf = (some: typeof rows): number => some.reduce((sum, { count }) => sum + count, 0);
  const byAmount = Map.groupBy(rows, ({ priceAmount }) => priceAmount);
  return {
    members: sumOf(rows),
    mustAgree: sumOf(
      rows.filter(({ countryCode, priceAmount }) =>
        needsConsent(countryCode, { oldAmount: priceAmount, newAmount: version.amount }),
      ),
    ),
    amounts: [...byAmount].map(([amount, some]) => ({ amount, count: sumOf(some) })),
    noticesAt: new Date(now.getTime() + undoMs),
    earliestDay: earliestDayAt(now),
  };
}

/**
 * Announces that running members move to a version of their price from a day on. They are emailed after the time to undo. A repeated
 * call changes nothing. For finance.
 * @param order.startsOn UTC day; the new price begins with the first renewal on it or later
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, ChangedMeanwhile, PriceChangePending
 */
export async function announcePriceChange(
  ctx: Ctx,
  order: { versionId: string; startsOn: string; endsWithoutConsent: boolean },
): Promise<StudioPriceChange> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const version = await requireVersion(ctx, order.versionId);
  if (!(await findEditedPlan(ctx.db, version.planId))?.renews)
    throw new BadInput("versionId", msg("A pass doesn’t renew. Its new price is for new buyers alone."));
  const now = await billingNow(ctx);
  const { startsOn, endsWithoutConsent } = order;
  if (!/^\d{4}-\d\d-\d\d$/.test(startsOn) || Number.isNaN(Date.parse(startsOn)))
    throw new BadInput("startsOn", inEnglish("Enter the day as YYYY-MM-DD."));
  if (startsOn < earliestDayAt(now))
    throw new BadInput(
      "startsOn",
      msg("Choose {day} or later. Members are told {noticeDays} days before.", {
        day: utcDay(startOfDay(earliestDayAt(now))),
        noticeDays,
      }),
    );
  if (startsOn < version.validFrom)
    throw new BadInput(
      "startsOn",
      msg("This price begins on {day}. Choose that day or later.", {
        day: utcDay(startOfDay(version.validFrom)),
      }),
    );
  const change = await ctx.transact(async (tx) => {
    const id = randomUUID();
    const use = await lockedUse(tx, version.id);
    if (use.takenBackAt || use.amount !== version.amount) throw new ChangedMeanwhile();
    const known = await findChangeOfVersion(tx.db, version.id);
    if (known) return known;
    const pending = await findPendingChange(tx.db, version, now);
    if (pending) throw new PriceChangePending(pending.lastChargeAt);
    const noticesAt = new Date(now.getTime() + undoMs);
    const row = { id, versionId: version.id, startsOn, endsWithoutConsent, announcedAt: now, noticesAt };
    // Another editor may have announced it at the same moment.
    if (await insertChange(tx.db, row)) {
      const { planId, currencyCode, countryCode, amount } = version;
      await recordAuditEntry(tx, {
        action: "billing.price_change_announced",
        subject: `plan:${planId}`,
        details: { currencyCode, countryCode, amount, startsOn, endsWithoutConsent },
      });
    }
    return (await findChangeOfVersion(tx.db, version.id))!;
  });
  return { ...change, ...noProgress, canUndo: change.noticesAt > now };
}

/**
 * Takes an announced change back before its emails go out. A repeated call changes nothing. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, TooLateToUndo
 */
export async function undoPriceChange(ctx: Ctx, id: string): Promise<StudioPriceChange> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  if (!isUuid(id)) throw new NotFound("price change");
  return ctx.transact(async (tx) => {
    const change = await lockChange(tx.db, id);
    if (!change) throw new NotFound("price change");
    const now = await billingNow(tx);
    if (!change.undoneAt) {
      if (change.cursor !== null || change.finishedAt !== null || change.noticesAt <= now)
        throw new TooLateToUndo();
      await markUndone(tx.db, id, now);
      const { planId, currencyCode, countryCode, amount, startsOn } = change;
      await recordAuditEntry(tx, {
        action: "billing.price_change_undone",
        subject: `plan:${planId}`,
        details: { currencyCode, countryCode, amount, startsOn },
      });
    }
    return { ...change, undoneAt: change.undoneAt ?? now, ...noProgress, canUndo: false };
  });
}

/** The latest announced changes, newest first. The caller has checked the viewer. */
export async function studioPriceChanges(ctx: Ctx): Promise<StudioPriceChange[]> {
  const now = await billingNow(ctx);
  return (await listChanges(ctx.db)).map((change) => ({
    ...change,
    canUndo: !change.undoneAt && !change.finishedAt && change.cursor === null && change.noticesAt > now,
  }));
}

/** The new price that the member was told of last, with its first charge; null once that is due. */
export async function pendingPriceNotice(
  ctx: Pick<Ctx, "db">,
  found: SubscriptionRow,
): Promise<NoticeRow | null> {
  const renews = ["active", "in_trial", "paused", "future"].includes(found.status);
  if (!renews || found.nextPlanId !== null) return null;
  const notice = (await listOpenNotices(ctx.db, found)).at(-1);
  if (!notice) return null;
  // The invoice of the term that it begins with is issued already.
  if (isOwing(found) && found.termEndsAt && notice.effectiveAt <= found.termEndsAt) return null;
  // Free days or a pause may have moved the charge.
  return { ...notice, effectiveAt: firstChargeAt(found, notice.effectiveAt) ?? notice.effectiveAt };
}

/**
 * The member agrees to the new price that they were told of. A repeated call changes nothing.
 * @param amount the new price that was shown, in minor units
 * @throws AmountMismatch, NotFound
 */
export async function acceptPriceChange(ctx: Ctx, id: string, amount: number): Promise<SubscriptionRow> {
  await ownSubscription(ctx, id);
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    const notice = found && (await pendingPriceNotice(tx, found));
    if (!found || !notice) throw new NotFound("price change");
    if (notice.newAmount !== amount) throw new AmountMismatch();
    const now = await billingNow(tx);
    await acceptNotice(tx.db, { id: notice.id, now, version: priceConsentVersion });
    return found;
  });
}
