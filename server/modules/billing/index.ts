import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { accessTypes } from "./subscriptions/access.ts";
import type { AccessType } from "./subscriptions/access.ts";
import { listBoughtClasses } from "./own-prices/store.ts";
import { listAccess } from "./store.ts";

export { rankOf } from "./subscriptions/access.ts";
export type { AccessType } from "./subscriptions/access.ts";
export { accessRankSql } from "./store.ts";
export {
  createOwnPrice,
  editOwnPrice,
  followTitle,
  putOnSale,
  requireSellsOwnPrices,
} from "./own-prices/own-prices.ts";
export type { OwnPriceInput, PricedTitle } from "./own-prices/own-prices.ts";
export {
  boughtClassesSql,
  findOwnPriceUse,
  isSoldApartSql,
  listOpenedClasses,
  renameOwnPrices,
  withholdOwnPrices,
} from "./own-prices/store.ts";
export { listOwnOffers } from "./plans/offers.ts";
export {
  accountsOfCouponSql,
  accountsOfDigitsSql,
  accountsOfNumberSql,
  payerShapeOf,
  payersSql,
  payerStages,
  transitionsSql,
} from "./people/sql.ts";
export { accountsOfFigureSql } from "./people/figures.ts";
export type { FigureParams } from "./people/figures.ts";
export { cameBySql, paidSpansSql } from "./people/paid-spans.ts";
export type { PayerParams, PayerShape, PayerStage } from "./people/sql.ts";
export { creditOfAccount, invoicesOfAccount, primaryOf, primarySubscriptionsOf } from "./people/people.ts";
export { paymentsAtProvider } from "./payments/at-provider.ts";
export { billingEventsOf } from "./people/history.ts";
export type { StaffInvoice } from "./people/people.ts";
export { giveCredit, givePlan, refundForPerson, sendReceiptForPerson } from "./staff/money-acts.ts";
export type { SubscriptionProvider } from "./ports.ts";
export type { GivablePlan } from "./staff/imported-members.ts";
export { giveImportedPlan, keepCustomer, listGivablePlans } from "./staff/imported-members.ts";
export {
  finishTakeover,
  plansForPrice,
  prepareTakeover,
  readHeldSubscription,
  takeoverProvider,
} from "./takeovers/takeovers.ts";
export type { TakeoverFault, TakeoverResult } from "./takeovers/takeovers.ts";
export type { HeldRefs, HeldSubscription } from "./held-ports.ts";
export { refundAtProvider } from "./staff/owned-refunds.ts";
export { approveStudent } from "./staff/student-acts.ts";
export { refundLimitOf } from "./staff/refund-limits.ts";
export { cancelForPerson, giveDays, pauseForPerson, redeemForPerson } from "./staff/plan-acts.ts";
export { resumeForPerson, undoCancelForPerson } from "./staff/undo-acts.ts";
export { changePlanForPerson, planChangesFor, staffChangeKinds } from "./staff/plan-changes.ts";
export type { StaffPlanChange } from "./staff/plan-changes.ts";
export { issuedDocuments, receiptsOf } from "./invoices/receipts.ts";
export { hasSellingProvider, isForSale } from "./buyers/parties.ts";
export { listOffers } from "./plans/offers.ts";
export { isCouponUsable } from "./plans/plans.ts";
export type { PlanOffer } from "./plans/plans.ts";
export { mergeBilling, mergedInto } from "./accounts/merge.ts";
export { billingNow } from "./clock.ts";
export { planNameLoader } from "./plans/names.ts";
export { netMrr, recordMrr } from "./reports/mrr.ts";
export type { NetMrr } from "./reports/mrr.ts";
export { countPlanValues } from "./reports/revenue.ts";
export { failedPayments, leftSince, trialsEnding } from "./reports/home.ts";
export type { FailedPayments, TrialsEnding } from "./reports/home.ts";
export { keysStates } from "./provider-keys.ts";
export type { ProviderKeys } from "./provider-keys.ts";
export { hasReceivedWebhook } from "./reports/overview.ts";
export { revenueItemsWaiting, revenueTasks } from "./reports/tasks.ts";
export type { RevenueTask } from "./reports/tasks.ts";
export { checkRefs, importRefs } from "./price-refs/price-refs.ts";
export type { RefFault } from "./price-refs/compare.ts";
export { readRefs } from "./price-refs/read.ts";
export { seedGiftCard } from "./gift-cards/seed.ts";
export type { GiftStory } from "./gift-cards/seed.ts";
export { seedPriceChange } from "./price-changes/seed.ts";
export { seedCoupon, seedCouponBatch, seedPass, seedStory } from "./seed.ts";
export type { Story } from "./seed.ts";

const accessLoader = defineLoader<string, number>(async (ctx, personIds) => {
  const rows = await listAccess(ctx.db, personIds);
  return new Map(rows.map((row) => [row.personId, row.accessRank]));
});

/**
 * The access type of a person: that of a subscription in status active, in_trial or non_renewing, else free.
 * With `hasBoughtClass` the single source of access decisions.
 */
export async function accessOf(ctx: Ctx, personId: string): Promise<AccessType> {
  return accessTypes[(await accessLoader(ctx).load(personId)) ?? 0] ?? "free";
}

const boughtLoader = defineLoader<string, ReadonlySet<string>>(async (ctx, personIds) => {
  const rows = await listBoughtClasses(ctx.db, personIds);
  return new Map(rows.map(({ personId, classIds }) => [personId, new Set(classIds)]));
});

/** Whether a person's account bought a class alone, or in a course, and has it now. */
export const hasBoughtClass = async (ctx: Ctx, personId: string, classId: string): Promise<boolean> =>
  (await boughtLoader(ctx).load(personId))?.has(classId) ?? false;

/** Primes the access loader with a rank that another statement already read by `accessRankSql`. */
export function noteAccess(ctx: Ctx, personId: string, rank: number): void {
  // Rank 0 does not tell whether there is a subscription, so it is not cached.
  if (rank > 0) accessLoader(ctx).prime(personId, rank);
}

/** Whether a subscription grants the person any access. */
export async function hasSubscription(ctx: Ctx, personId: string): Promise<boolean> {
  return (await accessLoader(ctx).load(personId)) !== null;
}
export { studentProofOf } from "./students/students.ts";
export type { StudentProof } from "./students/students.ts";
