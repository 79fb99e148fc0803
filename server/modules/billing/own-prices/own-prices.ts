import { ownPriceId } from "../../../../contract/own-price-ids.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { PlanExists } from "../plans/errors.ts";
import { sellingOwner } from "../owned/sales.ts";
import { providerNames } from "../provider-names.ts";
import { isWithin, maxPassDays, readAmount, readCurrency } from "../plans/editing.ts";
import { findEditedPlan, insertPlan, insertVersion } from "../plans/store-editing.ts";
import type { EditedPlanRow, Opens } from "../plans/store-editing.ts";
import { foreverPeriod } from "../rules/passes.ts";
import { dayOf } from "../rules/price-changes.ts";
import {
  findOwnPriceUse,
  renameOwnPrices,
  saveOpenedClasses,
  updateOwnPrice,
  withholdOwnPrices,
} from "./store.ts";

/** After every plan and pass. */
const position = 999;

/** A course or class that gets a price, as its module describes it. */
export interface PricedTitle {
  readonly opens: Opens;
  readonly name: string;
  /** The classes that it opens. */
  readonly classIds: readonly string[];
  /** Whether it may be sold now: what isn't published, or is free, isn't. */
  readonly isSellable: boolean;
}

/** A price of its own. */
export interface OwnPriceInput {
  /** For how long it opens; null to keep. */
  readonly days: number | null;
  /** Whether no plan opens it as well. */
  readonly isOnlyWay: boolean;
  /** Minor units. */
  readonly prices: readonly { readonly currencyCode: string; readonly amount: number }[];
}

/**
 * Puts a course or a class on sale alone, with prices from today on. The caller checks who may.
 * @throws BadInput, PlanExists if it has a price for the same time
 */
export async function createOwnPrice(
  tx: Tx,
  title: PricedTitle,
  given: OwnPriceInput,
): Promise<EditedPlanRow> {
  const plan = await putOnSale(tx, title, given);
  await recordAuditEntry(tx, {
    action: "billing.plan_created",
    subject: `plan:${plan.id}`,
    details: { name: title.name, opens: title.opens, ...given },
  });
  return plan;
}

/** Like `createOwnPrice`, without a word in the audit log: for seeds, which have no viewer. */
export async function putOnSale(
  tx: Tx,
  { opens, name, classIds, isSellable }: PricedTitle,
  given: OwnPriceInput,
): Promise<EditedPlanRow> {
  const { days, isOnlyWay } = given;
  if (days !== null && !isWithin(days, 1, maxPassDays))
    throw new BadInput("days", msg("Enter 1 to {maxPassDays} days.", { maxPassDays }));
  if (given.prices.length === 0) throw new BadInput("prices", msg("Enter a price in at least one currency."));
  const prices = given.prices.map(({ currencyCode, amount }) => ({
    currencyCode: readCurrency(currencyCode, "prices"),
    amount: readAmount(amount, "prices"),
  }));
  const id = ownPriceId(opens, days);
  const now = await billingNow(tx);
  const plan = {
    ...(days === null ? foreverPeriod : { period: days, periodUnit: "day" as const }),
    id,
    name,
    opens,
    isOnlyWay,
    position,
    renews: false,
    seats: 1,
    isBestValue: false,
    trialPeriod: null,
    trialPeriodUnit: null,
    accessType: "free" as const,
  };
  if (!(await insertPlan(tx.db, plan))) throw new PlanExists();
  for (const price of prices)
    if (!(await insertVersion(tx.db, { planId: id, countryCode: "", validFrom: dayOf(now), ...price })))
      throw new BadInput("prices", msg("Enter each currency only once."));
  await saveOpenedClasses(tx.db, { opensId: opens.id, classIds, now });
  await withholdOwnPrices(tx.db, { opensIds: [opens.id], sellableIds: isSellable ? [opens.id] : [] });
  return requireOwnPrice(tx, id);
}

/**
 * Offers a course or class alone, or no more, and says whether plans open it as well. Buyers keep what they have. The caller checks
 * who may.
 * @param version that the editor saw
 * @throws ChangedMeanwhile, NotFound
 */
export async function editOwnPrice(
  tx: Tx,
  id: string,
  version: number,
  sale: { readonly isOffered: boolean; readonly isOnlyWay: boolean },
): Promise<EditedPlanRow & { readonly opens: Opens }> {
  const { isOffered, isOnlyWay } = await requireOwnPrice(tx, id);
  if (!(await updateOwnPrice(tx.db, { id, version, ...sale }))) throw new ChangedMeanwhile();
  await recordAuditEntry(tx, {
    action: isOffered && !sale.isOffered ? "billing.plan_retired" : "billing.plan_edited",
    subject: `plan:${id}`,
    details: { before: { isOffered, isOnlyWay }, after: sale },
  });
  return requireOwnPrice(tx, id);
}

/**
 * Refuses a price as the only way in where the provider sells plans only: no one could open what it is for.
 * @throws BadInput
 */
export function requireSellsOwnPrices(ctx: Pick<Ctx, "ports">): void {
  const owner = sellingOwner(ctx);
  if (!owner) return;
  const seller = providerNames[owner.provider];
  throw new BadInput(
    "isOnlyWay",
    msg(
      "{seller} sells plans only, so no one could open this. Let plans open it as well, or sell through another payment provider.",
      { seller },
    ),
  );
}

async function requireOwnPrice(
  { db }: Pick<Ctx, "db">,
  id: string,
): Promise<EditedPlanRow & { readonly opens: Opens }> {
  const plan = await findEditedPlan(db, id);
  if (!plan?.opens) throw new NotFound("price");
  return { ...plan, opens: plan.opens };
}

/**
 * Follows a change of a course or class, if it has prices: its title, its classes, and whether it may be sold.
 * @returns whether it has prices
 */
export async function followTitle(
  tx: Tx,
  { opens, name, classIds, isSellable }: PricedTitle,
): Promise<boolean> {
  if (!(await findOwnPriceUse(tx.db, opens.id)).isPriced) return false;
  await renameOwnPrices(tx.db, opens.id, name);
  await saveOpenedClasses(tx.db, { opensId: opens.id, classIds, now: await billingNow(tx) });
  await withholdOwnPrices(tx.db, { opensIds: [opens.id], sellableIds: isSellable ? [opens.id] : [] });
  return true;
}
