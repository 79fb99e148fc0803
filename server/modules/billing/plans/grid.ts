import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { dayOf } from "../rules/price-changes.ts";
import { sumOf, taxesOf, taxNames, wholeRate } from "../rules/tax.ts";
import { listPriceUses } from "../price-changes/store-taking-back.ts";
import { locksOf } from "../price-changes/taking-back.ts";
import type { PriceLocks } from "../price-changes/taking-back.ts";
import { studioPriceChanges } from "../price-changes/changes.ts";
import type { StudioPriceChange } from "../price-changes/changes.ts";
import { taxAt } from "../taxes/taxes.ts";
import { countMembersByPrice, listBillingCountries, listEditedPlans, listVersions } from "./store-editing.ts";
import type { EditedPlanRow, PriceVersionRow } from "./store-editing.ts";

/** A version with its tax in the price's country. Minor units. */
export interface ShownVersion extends PriceVersionRow {
  readonly net: number;
  readonly gross: number;
  /** Why it can’t be corrected or taken back. */
  readonly locks: PriceLocks;
}

/** A price of a plan: one currency, or one country of it. */
export interface StudioPrice {
  readonly currencyCode: string;
  /** Empty: all countries of the currency without a price of their own. */
  readonly countryCode: string;
  /** What new members pay now; null before its first day. */
  readonly current: ShownVersion | null;
  /** Those that begin later, the next first. */
  readonly upcoming: readonly ShownVersion[];
  /** All versions, the oldest first. */
  readonly versions: readonly ShownVersion[];
  /** Running members by the price that they keep. */
  readonly members: readonly { readonly amount: number; readonly count: number }[];
}

export interface StudioPlan extends EditedPlanRow {
  readonly members: number;
  readonly prices: readonly StudioPrice[];
}

/** A column of the grid. */
export interface StudioCurrency {
  readonly currencyCode: string;
  /** Whose tax the grid shows. */
  readonly taxCountryCode: string;
  readonly taxName: string;
  readonly taxPercent: number;
  readonly isTaxIncluded: boolean;
  readonly countryCodes: readonly string[];
  /** Countries with running members who pay in it, also those that pay in another currency by now. */
  readonly members: readonly { readonly countryCode: string; readonly count: number }[];
}

export interface PriceGrid {
  readonly plans: readonly StudioPlan[];
  readonly currencies: readonly StudioCurrency[];
  readonly changes: readonly StudioPriceChange[];
  /** Today in UTC, by which versions begin. */
  readonly today: string;
}

const begunLocks: PriceLocks = { correction: "begun", takingBack: "begun" };

/** The country by which the tax of a currency is shown, unless the studio's own pays in it. */
const usualCountries: Readonly<Record<string, string>> = { EUR: "DE", USD: "US", GBP: "GB", JPY: "JP" };

/**
 * All plans with their prices, versions and members. For finance.
 * @throws NotFound for everyone else, Unauthenticated
 */
export async function priceGrid(ctx: Ctx): Promise<PriceGrid> {
  requireStaff(ctx, ...permissions.setPrices);
  const now = await billingNow(ctx);
  const today = dayOf(now);
  const [plans, versions, counts, countries, changes, uses] = await Promise.all([
    listEditedPlans(ctx.db),
    listVersions(ctx.db),
    countMembersByPrice(ctx.db),
    listBillingCountries(ctx.db),
    studioPriceChanges(ctx),
    listPriceUses(ctx.db, today),
  ]);
  const taxOf = (code: string) =>
    taxAt(
      { countryCode: code, region: "" },
      now,
      countries.find((country) => country.code === code)?.taxOverrides ?? [],
    );
  const currencies = [...new Set(versions.map(({ currencyCode }) => currencyCode))].map((currencyCode) => {
    const countryCodes = countries
      .filter((country) => country.currencyCode === currencyCode)
      .map(({ code }) => code);
    const usual = usualCountries[currencyCode];
    const taxCountryCode =
      [ctx.studio.countryCode, usual].find((code) => code && countryCodes.includes(code)) ??
      countryCodes[0] ??
      "";
    const tax = taxOf(taxCountryCode);
    return {
      currencyCode,
      taxCountryCode,
      taxName: taxNames(tax.parts),
      taxPercent: wholeRate(tax) / 1000,
      isTaxIncluded: tax.isInclusive,
      countryCodes,
      members: [
        ...Map.groupBy(
          counts.filter((count) => count.currencyCode === currencyCode),
          ({ countryCode }) => countryCode,
        ),
      ].map(([countryCode, some]) => ({
        countryCode,
        count: some.reduce((sum, { count }) => sum + count, 0),
      })),
    };
  });
  const order = (code: string): number => ["EUR", "USD", "GBP"].indexOf(code) + 1 || 9;
  currencies.sort(
    (one, other) =>
      Number(other.currencyCode === ctx.studio.currencyCode) -
        Number(one.currencyCode === ctx.studio.currencyCode) ||
      order(one.currencyCode) - order(other.currencyCode) ||
      (one.currencyCode < other.currencyCode ? -1 : 1),
  );
  const locks = new Map(uses.map((use) => [use.id, locksOf(use, today)]));
  const shown = (version: PriceVersionRow): ShownVersion => {
    const country =
      version.countryCode ||
      currencies.find(({ currencyCode }) => currencyCode === version.currencyCode)!.taxCountryCode;
    const tax = taxOf(country);
    const owed = sumOf(taxesOf(version.amount, tax));
    const given = { ...version, locks: locks.get(version.id) ?? begunLocks };
    return tax.isInclusive
      ? { ...given, net: version.amount - owed, gross: version.amount }
      : { ...given, net: version.amount, gross: version.amount + owed };
  };
  const pricesOf = (planId: string): StudioPrice[] =>
    [
      ...Map.groupBy(
        versions.filter((version) => version.planId === planId),
        ({ currencyCode, countryCode }) => `${currencyCode} ${countryCode}`,
      ).values(),
    ].map((some) => {
      const { currencyCode, countryCode } = some[0]!;
      const all = some.map(shown);
      const own = new Set(
        versions
          .filter((one) => one.planId === planId && one.currencyCode === currencyCode && one.countryCode)
          .map((one) => one.countryCode),
      );
      const paying = counts.filter(
        (count) =>
          count.planId === planId &&
          count.currencyCode === currencyCode &&
          (countryCode ? count.countryCode === countryCode : !own.has(count.countryCode)),
      );
      const byAmount = Map.groupBy(paying, ({ amount }) => amount);
      return {
        currencyCode,
        countryCode,
        current: all.findLast(({ validFrom }) => validFrom <= today) ?? null,
        upcoming: all.filter(({ validFrom }) => validFrom > today),
        versions: all,
        members: [...byAmount]
          .map(([amount, group]) => ({ amount, count: group.reduce((sum, { count }) => sum + count, 0) }))
          .toSorted((one, other) => other.count - one.count),
      };
    });
  return {
    plans: plans.map((plan) => ({
      ...plan,
      members: counts.reduce((sum, { planId, count }) => (planId === plan.id ? sum + count : sum), 0),
      prices: pricesOf(plan.id),
    })),
    currencies,
    changes,
    today,
  };
}
