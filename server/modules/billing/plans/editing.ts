import { permissions } from "../../../../contract/staff.ts";
import { isCurrency, minorDigits } from "../../../../contract/formats/numbers.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { readLine } from "../../../platform/text.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { defineTranslated } from "../../site/index.ts";
import { billingNow } from "../clock.ts";
import { CountryPaysOtherwise, PlanExists, PriceExists } from "./errors.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import { dayOf } from "../rules/price-changes.ts";
import type { AccessType } from "../subscriptions/access.ts";
import { readCountry, usualCurrency } from "./regions.ts";
import {
  findCountryCurrency,
  findEditedPlan,
  findVersionOfDay,
  insertPlan,
  insertVersion,
  listEditedPlans,
  listVersions,
  lockCountryMoves,
  setCountryCurrency,
  updatePlan,
} from "./store-editing.ts";
import type { EditedPlanRow, PriceVersionRow } from "./store-editing.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

const maxName = 60;
const maxTrialDays = 90;
const maxSeats = 20;
/** A pass is sold once, for a year at most. */
export const maxPassDays = 366;
const maxPosition = 999;
/** Minor units. */
const highestAmount = 10_000_000;
const latestYears = 3;
/** Currencies that a provider counts in other units than ISO 4217, or with three decimals. See `price_versions_currency`. */
const unsellable = new Set(["ISK", "UGX", "MGA", "MRU"]);

/** A price in one currency, in minor units. */
export interface PlanPrice {
  readonly planId: string;
  readonly amount: number;
}

/** What can be edited of a plan. What members bought stays: access, interval and seats. */
export interface PlanInput {
  readonly name: string;
  /** Null for no trial; a pass has none. */
  readonly trialDays: number | null;
  readonly isBestValue: boolean;
  readonly isOffered: boolean;
  readonly position: number;
}

defineTranslated({
  kind: "plan",
  fields: { name: { max: maxName } },
  list: async (ctx, subject) =>
    (await listEditedPlans(ctx.db))
      .filter(({ id }) => subject === null || id === subject)
      .map(({ id, name }) => ({ subject: id, texts: { name } })),
});

/** What a new plan opens, for whom and how long. */
interface NewPlan {
  readonly accessType: AccessType;
  readonly periodUnit: PeriodUnit;
  /** Of a pass, whose unit is the day; null for a plan that renews. */
  readonly days: number | null;
  readonly seats: number;
}

export const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function readPlan(given: Omit<PlanInput, "isOffered">, renews: boolean) {
  rejectCardNumbers(given.name, "name");
  const { trialDays, isBestValue, position } = given;
  if (!renews && trialDays !== null) throw new BadInput("trialDays", msg("A pass has no free trial."));
  if (!renews && isBestValue)
    throw new BadInput("isBestValue", msg("A pass can’t be marked as the best value."));
  if (trialDays !== null && !isWithin(trialDays, 1, maxTrialDays))
    throw new BadInput(
      "trialDays",
      msg("Enter 1 to {maxTrialDays} days, or leave it empty for no trial.", { maxTrialDays }),
    );
  if (!isWithin(position, 1, maxPosition))
    throw new BadInput("position", msg("Enter a position from 1 to {maxPosition}.", { maxPosition }));
  const trial = {
    trialPeriod: trialDays,
    trialPeriodUnit: trialDays === null ? null : ("day" as const),
  };
  return { name: readLine(given.name, "name", maxName), ...trial, isBestValue, position };
}

/** Checks a price in minor units. @throws BadInput */
export function readAmount(amount: number, field: string): number {
  if (!isWithin(amount, 1, highestAmount)) throw new BadInput(field, msg("Enter a price above zero."));
  return amount;
}

/**
 * Checks that a currency can be charged exactly.
 * @throws BadInput
 */
export function readCurrency(text: string, field = "currencyCode"): string {
  rejectCardNumbers(text, field);
  const code = text.trim().toUpperCase();
  if (!isCurrency(code)) throw new BadInput(field, msg("Enter an ISO 4217 currency code, such as CHF."));
  if (unsellable.has(code) || minorDigits(code) > 2)
    throw new BadInput(
      field,
      msg("Payment providers can’t charge {code} exactly. Choose another currency.", { code }),
    );
  return code;
}

function readDay(day: string, now: Date): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new BadInput("validFrom", inEnglish("Enter the day as YYYY-MM-DD."));
  if (day < dayOf(now)) throw new BadInput("validFrom", msg("Choose today or a later day."));
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + latestYears);
  if (day > dayOf(latest))
    throw new BadInput("validFrom", msg("Choose a day within {latestYears} years.", { latestYears }));
  return day;
}

const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);

/** @returns the period of a new plan, and whether it renews @throws BadInput */
function readPeriod({ periodUnit, days }: NewPlan): Pick<EditedPlanRow, "period" | "periodUnit" | "renews"> {
  if (periodUnit === "day") {
    if (days === null || !isWithin(days, 1, maxPassDays))
      throw new BadInput("days", msg("Enter 1 to {maxPassDays} days.", { maxPassDays }));
    return { period: days, periodUnit, renews: false };
  }
  if (periodUnit !== "month" && periodUnit !== "year")
    throw new BadInput("periodUnit", msg("Choose a monthly plan, a yearly plan, or a pass."));
  if (days !== null) throw new BadInput("days", inEnglish("Only a pass has days."));
  return { period: 1, periodUnit, renews: true };
}

const idOf = (slug: string, { period, periodUnit, renews }: ReturnType<typeof readPeriod>): string =>
  renews ? `${slug}-${periodUnit}ly` : `${slug}-${period}-${period === 1 ? "day" : "days"}`;

/**
 * Creates a plan or a pass with its prices from today on. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, PlanExists
 */
export async function createPlan(
  ctx: Ctx,
  given: Omit<PlanInput, "isOffered"> &
    NewPlan & {
      readonly prices: readonly { readonly currencyCode: string; readonly amount: number }[];
    },
): Promise<EditedPlanRow> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const length = readPeriod(given);
  const shown = readPlan(given, length.renews);
  const { accessType, seats } = given;
  if (!isWithin(seats, 1, maxSeats))
    throw new BadInput("seats", msg("Enter 1 to {maxSeats} seats.", { maxSeats }));
  if (accessType === "free") throw new BadInput("accessType", msg("Choose what the plan opens."));
  if (given.prices.length === 0) throw new BadInput("prices", msg("Enter a price in at least one currency."));
  const slug = slugOf(shown.name);
  if (!slug) throw new BadInput("name", msg("Use at least one letter or digit."));
  const id = idOf(slug, length);
  const prices = given.prices.map(({ currencyCode, amount }) => ({
    currencyCode: readCurrency(currencyCode, "prices"),
    amount: readAmount(amount, "prices"),
  }));
  const now = await billingNow(ctx);
  return ctx.transact(async (tx) => {
    if (!(await insertPlan(tx.db, { id, ...shown, ...length, accessType, seats }))) throw new PlanExists();
    for (const price of prices) {
      const version = { planId: id, countryCode: "", validFrom: dayOf(now), ...price };
      if (!(await insertVersion(tx.db, version)))
        throw new BadInput("prices", msg("Enter each currency only once."));
    }
    await recordAuditEntry(tx, {
      action: "billing.plan_created",
      subject: `plan:${id}`,
      details: { ...shown, ...length, accessType, seats, prices },
    });
    return requirePlan(tx, id);
  });
}

/** @throws NotFound */
async function requirePlan(ctx: Pick<Ctx, "db">, id: string): Promise<EditedPlanRow> {
  const plan = await findEditedPlan(ctx.db, id);
  if (!plan) throw new NotFound("plan");
  return plan;
}

/**
 * Edits a plan, or retires it: then no one can buy it, and its members keep it. For finance.
 * @param version the version that the editor saw
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, ChangedMeanwhile
 */
export async function editPlan(
  ctx: Ctx,
  id: string,
  version: number,
  given: PlanInput,
): Promise<EditedPlanRow> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  rejectCardNumbers(id, "id");
  return ctx.transact(async (tx) => {
    const before = await requirePlan(tx, id);
    if (before.opens) throw new BadInput("id", msg("Change this price where its course or class is edited."));
    const shown = { ...readPlan(given, before.renews), isOffered: given.isOffered };
    const changed = await updatePlan(tx.db, { id, version, ...shown });
    if (!changed) throw new ChangedMeanwhile();
    const { name, trialPeriod, isBestValue, isOffered, position } = before;
    await recordAuditEntry(tx, {
      action: before.isOffered && !given.isOffered ? "billing.plan_retired" : "billing.plan_edited",
      subject: `plan:${id}`,
      details: { before: { name, trialPeriod, isBestValue, isOffered, position }, after: shown },
    });
    return changed;
  });
}

/** Inserts a version; a repeated call with the same amount finds it. @throws PriceExists */
async function addVersion(tx: Tx, version: Omit<PriceVersionRow, "id">): Promise<PriceVersionRow> {
  const isNew = await insertVersion(tx.db, version);
  const found = await findVersionOfDay(tx.db, version);
  if (!found || found.amount !== version.amount) throw new PriceExists();
  if (isNew) {
    const { planId, ...details } = version;
    await recordAuditEntry(tx, { action: "billing.price_set", subject: `plan:${planId}`, details });
  }
  return found;
}

/** Refuses a price that no one in a country would pay. @throws CountryPaysOtherwise */
async function requirePayingIn(
  tx: Tx,
  { countryCode, currencyCode, now }: { countryCode: string; currencyCode: string; now: Date },
): Promise<void> {
  await lockCountryMoves(tx.db, countryCode);
  const paid = (await findCountryCurrency(tx.db, countryCode)) ?? (await usualCurrency(tx, now));
  if (paid !== currencyCode) throw new CountryPaysOtherwise(paid);
}

/**
 * Sets the price of new members from a day on. Running members keep theirs. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput, CountryPaysOtherwise, PriceExists
 */
export async function setPrice(ctx: Ctx, given: Omit<PriceVersionRow, "id">): Promise<PriceVersionRow> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const currencyCode = readCurrency(given.currencyCode);
  const countryCode = given.countryCode ? readCountry(given.countryCode, "countryCode")! : "";
  const amount = readAmount(given.amount, "amount");
  const now = await billingNow(ctx);
  const validFrom = readDay(given.validFrom, now);
  return ctx.transact(async (tx) => {
    const { id: planId } = await requirePlan(tx, given.planId);
    const known = (await listVersions(tx.db)).some((one) => one.currencyCode === currencyCode);
    if (!known) throw new BadInput("currencyCode", msg("Add this currency first."));
    if (countryCode) await requirePayingIn(tx, { countryCode, currencyCode, now });
    return addVersion(tx, { planId, currencyCode, countryCode, amount, validFrom });
  });
}

/**
 * Sells in another currency from today on: its countries and the price of every offered plan, and of courses and classes as wanted. Running members of these countries
 * keep their currency. For finance.
 * @throws ConfirmationNeeded, NotFound for everyone else, BadInput
 */
export async function addCurrency(
  ctx: Ctx,
  given: {
    readonly currencyCode: string;
    readonly countryCodes: readonly string[];
    readonly prices: readonly PlanPrice[];
  },
): Promise<void> {
  await requireConfirmedStaff(ctx, ...permissions.setPrices);
  const currencyCode = readCurrency(given.currencyCode);
  const countryCodes = [...new Set(given.countryCodes.map((code) => readCountry(code, "countryCodes")!))];
  if (countryCodes.length === 0)
    throw new BadInput("countryCodes", msg("Enter at least one country that pays in this currency."));
  const validFrom = dayOf(await billingNow(ctx));
  await ctx.transact(async (tx) => {
    const offered = (await listEditedPlans(tx.db)).filter(({ isOffered, opens }) => isOffered && !opens);
    const missing = offered.find(({ id }) => !given.prices.some(({ planId }) => planId === id));
    if (missing) throw new BadInput("prices", msg("Enter a price for {name}.", { name: missing.name }));
    for (const { planId, amount } of given.prices) {
      await requirePlan(tx, planId);
      const price = { planId, currencyCode, countryCode: "", validFrom };
      await addVersion(tx, { ...price, amount: readAmount(amount, "prices") });
    }
    for (const code of countryCodes) await setCountryCurrency(tx.db, { code, currencyCode });
    await recordAuditEntry(tx, {
      action: "billing.currency_added",
      subject: `currency:${currencyCode}`,
      details: { countryCodes, prices: given.prices },
    });
  });
}
