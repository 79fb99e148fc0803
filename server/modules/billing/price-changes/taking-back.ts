import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { ChangedMeanwhile, DomainError, NotFound } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { mailPriceRetracted } from "../emails/send.ts";
import { readAmount } from "../plans/editing.ts";
import { dayOf } from "../rules/price-changes.ts";
import { isLive } from "../rules/states.ts";
import { findSubscription } from "../subscriptions/store.ts";
import { batch, shiftMs, workInBatches } from "./shift.ts";
import type { Shift } from "./shift.ts";
import { findChangeOfVersion, lockChange, markUndone } from "./store.ts";
import {
  claimRetractions,
  countNoticesOfChange,
  lockPriceUse,
  saveAmount,
  saveTakenBack,
} from "./store-taking-back.ts";
import type { PriceUse } from "./store-taking-back.ts";

/** Why a price stays as it is. */
export const priceLocks = ["begun", "bought", "announced", "only"] as const;
export type PriceLock = (typeof priceLocks)[number];

const lockTexts: Readonly<Record<PriceLock, Message>> = {
  begun: msg("This price began before today. Set a new price instead."),
  bought: msg("Someone already chose this price. Set a new price instead."),
  announced: msg("Running members are moving to this price. Take it back, or set a new price instead."),
  only: msg(
    "This plan isn’t sold in this currency without it. Correct it, set a price from a later day, or retire the plan.",
  ),
};

/** A price can't be corrected or taken back any more. */
class PriceLocked extends DomainError {
  constructor(lock: PriceLock) {
    super("PRICE_LOCKED", lockTexts[lock], { status: 409, details: { lock } });
  }
}

/** Why a price can't be changed at all; null if it can. */
const lockOf = ({ validFrom, isBought }: PriceUse, today: string): PriceLock | null => {
  if (validFrom < today) return "begun";
  return isBought ? "bought" : null;
};
/** Why it can't be taken back: the sale would stop, or pause until a later price. */
const takeBackLockOf = (use: PriceUse, today: string): PriceLock | null =>
  lockOf(use, today) ?? (use.isOnly ? "only" : null);
/** Why its amount can't be corrected: members may have been told it. */
const correctionLockOf = (use: PriceUse, today: string): PriceLock | null =>
  lockOf(use, today) ?? (use.isAnnounced ? "announced" : null);

/** What can still be changed of a price that begins today or later. */
export interface PriceLocks {
  readonly correction: PriceLock | null;
  readonly takingBack: PriceLock | null;
}
export const locksOf = (use: PriceUse, today: string): PriceLocks => ({
  correction: correctionLockOf(use, today),
  takingBack: takeBackLockOf(use, today),
});

/** Locks a price until the transaction ends: what is announced, corrected or taken back waits. @throws NotFound */
export async function lockedUse(tx: Tx, versionId: string): Promise<PriceUse> {
  const use = isUuid(versionId) ? await lockPriceUse(tx.db, versionId) : null;
  if (!use) throw new NotFound("price version");
  return use;
}

/**
 * Corrects the amount of a price that no one bought or was told of yet. A repeated call changes nothing. A purchase at the same
 * moment keeps the amount that it was shown. For finance.
 * @param shown the amount that the editor saw, in minor units
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, ChangedMeanwhile, PriceLocked
 */
export async function correctPrice(
  ctx: Ctx,
  { versionId, shown, amount: given }: { versionId: string; shown: number; amount: number },
): Promise<PriceUse> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const amount = readAmount(given, "amount");
  return ctx.transact(async (tx) => {
    const use = await lockedUse(tx, versionId);
    if (use.takenBackAt) throw new ChangedMeanwhile();
    if (use.amount === amount) return use;
    if (use.amount !== shown) throw new ChangedMeanwhile();
    const lock = correctionLockOf(use, dayOf(await billingNow(tx)));
    if (lock) throw new PriceLocked(lock);
    await saveAmount(tx.db, { id: use.id, amount });
    const { planId, currencyCode, countryCode, validFrom } = use;
    await recordAuditEntry(tx, {
      action: "billing.price_corrected",
      subject: `plan:${planId}`,
      details: { currencyCode, countryCode, validFrom, before: use.amount, amount },
    });
    return { ...use, amount };
  });
}

/**
 * Takes a price back that no one bought yet, unless it is the first one of its plan in its currency. What held before it goes on.
 * Running members who were told of it keep their price, and are told so. A repeated call changes nothing. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, PriceLocked
 */
export async function takePriceBack(ctx: Ctx, versionId: string): Promise<void> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  await ctx.transact(async (tx) => {
    const use = await lockedUse(tx, versionId);
    if (use.takenBackAt) return;
    const now = await billingNow(tx);
    const lock = takeBackLockOf(use, dayOf(now));
    if (lock) throw new PriceLocked(lock);
    await saveTakenBack(tx.db, { id: use.id, now });
    const notified = await takeChangeBack(tx, use.id, now);
    const { planId, currencyCode, countryCode, validFrom, amount } = use;
    await recordAuditEntry(tx, {
      action: "billing.price_taken_back",
      subject: `plan:${planId}`,
      details: { currencyCode, countryCode, validFrom, amount, notified },
    });
  });
}

/** Takes back that running members move to a price. @returns how many had been told, or were about to be */
async function takeChangeBack(tx: Tx, versionId: string, now: Date): Promise<number> {
  const known = await findChangeOfVersion(tx.db, versionId);
  // A worker that is sending its emails comes first.
  const change = known && (await lockChange(tx.db, known.id));
  if (!change) return 0;
  // Its notices don't count from now on. There may be many: the job marks them.
  await markUndone(tx.db, change.id, now);
  await tx.enqueue(priceRetractionsJob, {});
  return countNoticesOfChange(tx.db, change.id);
}

/** Tells members that a price that they were told of doesn't apply. A batch commits as a whole, so no one is told twice. */
export const priceRetractionsJob = defineJob({
  name: "billing.price_retractions",
  schema: z.object({}),
  maxAttempts: 10,
  run: async (ctx, _payload, { signal }) => {
    if (await sendPriceRetractions(ctx, { untilMs: shiftMs, signal }))
      await ctx.transact((tx) => tx.enqueue(priceRetractionsJob, {}));
  },
});

/** @returns whether some may be left */
export const sendPriceRetractions = (ctx: Ctx, shift: Shift): Promise<boolean> =>
  workInBatches(ctx, shift, async (tx) => {
    const claimed = await claimRetractions(tx.db, { now: await billingNow(tx), max: batch });
    for (const { subscriptionId, planId, oldAmount, newAmount } of claimed) {
      const found = await findSubscription(tx.db, subscriptionId);
      // Those who left the plan pay the price of another one.
      if (found?.planId === planId && isLive(found.status))
        await mailPriceRetracted(tx, found, { oldAmount, newAmount });
    }
    return claimed.length === batch;
  });
