import { z } from "zod";
import { isCurrency, minorDigits } from "../../../../contract/formats/numbers.ts";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { recordAuditEntry, requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { fetchReferenceRates } from "./ecb.ts";
import { listRates, saveRates } from "./store.ts";
import type { ExchangeRateRow, RateSource } from "./store.ts";

export { rateSources } from "./store.ts";

const maxRate = 1_000_000_000;

/** What one unit of a currency is worth in the one that amounts are converted to. */
export interface StudioRate {
  readonly currencyCode: string;
  readonly value: number;
  /** The day that the rate is of, `YYYY-MM-DD`. */
  readonly day: string;
}
/** How amounts become amounts of one currency. */
export interface Conversion {
  /** ISO 4217: the currency that amounts are converted to. */
  readonly currencyCode: string;
  readonly source: RateSource;
  readonly rates: readonly StudioRate[];
}

/** Fetches the European Central Bank's reference rates, where the configuration says so. */
export const fetchRatesJob = defineJob({
  name: "billing.fetch_rates",
  schema: z.object({}),
  maxAttempts: 8,
  run: async (ctx) => {
    const { ecbRatesUrl } = ctx.config;
    if (ecbRatesUrl === null) return;
    const { day, rates } = await fetchReferenceRates(ecbRatesUrl);
    await saveRates(ctx.db, {
      source: "ecb",
      baseCode: "EUR",
      day,
      currencyCodes: ["EUR", ...rates.keys()],
      rates: [1, ...rates.values()],
    });
  },
});

const sourceOf = (ctx: Pick<Ctx, "config">): RateSource =>
  ctx.config.ecbRatesUrl === null ? "studio" : "ecb";

/** Rates into a currency. Those that the source doesn't have, or has against another base, are left out. */
function ratesInto(target: string, rows: readonly ExchangeRateRow[]): StudioRate[] {
  const own = rows.find(({ currencyCode }) => currencyCode === target);
  return rows.flatMap(({ currencyCode, baseCode, rate, day }) => {
    if (currencyCode === target) return [];
    if (baseCode === target) return [{ currencyCode, value: 1 / rate, day }];
    return own?.baseCode === baseCode ? [{ currencyCode, value: own.rate / rate, day }] : [];
  });
}

/**
 * How amounts become amounts of the studio's currency.
 * @param usual the currency to take while the studio has chosen none
 */
export async function conversionOf(ctx: Ctx, usual: string): Promise<Conversion> {
  const currencyCode = ctx.studio.currencyCode ?? usual;
  const source = sourceOf(ctx);
  return { currencyCode, source, rates: ratesInto(currencyCode, await listRates(ctx.db, source)) };
}

/** How amounts become amounts of a currency that the studio may not sell in yet. */
export async function conversionInto(ctx: Ctx, currencyCode: string): Promise<Conversion> {
  const source = sourceOf(ctx);
  const rows = await listRates(ctx.db, source);
  const rates = ratesInto(currencyCode, rows);
  const own = rows.find((row) => row.currencyCode === currencyCode);
  // A rate that finance entered is against the studio's currency, which has no row.
  if (own && own.baseCode !== currencyCode && !rates.some((rate) => rate.currencyCode === own.baseCode))
    rates.push({ currencyCode: own.baseCode, value: own.rate, day: own.day });
  return { currencyCode, source, rates };
}

/** An amount in the currency of a conversion, in minor units and not rounded; null without a rate. */
export function converted(
  { currencyCode, rates }: Conversion,
  amount: { readonly minor: number; readonly currencyCode: string },
): number | null {
  if (amount.currencyCode === currencyCode) return amount.minor;
  const rate = rates.find((one) => one.currencyCode === amount.currencyCode);
  if (!rate) return null;
  return amount.minor * rate.value * 10 ** (minorDigits(currencyCode) - minorDigits(amount.currencyCode));
}

/**
 * Sets what one unit of a currency is worth in another, to which amounts are converted, as of today. For finance.
 * @throws BadInput, NotFound, SecondStepRequired, Unauthenticated
 */
export async function setRate(
  ctx: Ctx,
  given: { currencyCode: string; into: string; value: number },
): Promise<void> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  if (sourceOf(ctx) !== "studio")
    throw new BadInput("currencyCode", msg("The European Central Bank’s rates are used here."));
  const [currencyCode, baseCode] = [given.currencyCode.toUpperCase(), given.into.toUpperCase()];
  if (!isCurrency(currencyCode) || currencyCode === baseCode)
    throw new BadInput("currencyCode", msg("Choose a currency."));
  if (!isCurrency(baseCode)) throw new BadInput("into", msg("Choose a currency."));
  if (!(given.value >= 1 / maxRate && given.value <= maxRate))
    throw new BadInput("value", msg("Enter a number above 0."));
  const day = (await billingNow(ctx)).toISOString().slice(0, 10);
  await ctx.transact(async (tx) => {
    await saveRates(tx.db, {
      source: "studio",
      baseCode,
      day,
      currencyCodes: [currencyCode],
      rates: [1 / given.value],
    });
    await recordAuditEntry(tx, {
      action: "billing.exchange_rate_set",
      subject: currencyCode,
      details: { value: given.value, currencyCode: baseCode },
    });
  });
}
