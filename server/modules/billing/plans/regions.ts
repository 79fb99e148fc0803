import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { locateCaller } from "../../growth/index.ts";
import type { GatewayMethod } from "../ports.ts";
import { hasRegions, regionOfName, regionOfPostcode } from "../taxes/places.ts";
import { wholeRate } from "../rules/tax.ts";
import type { Tax } from "../rules/tax.ts";
import { findCountry, hasPrices, listCountries } from "./store.ts";
import { taxAt } from "../taxes/taxes.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

/** A country and its tax region. The region is empty if irrelevant or unknown. */
export interface Place {
  readonly countryCode: string;
  readonly region: string;
}

/** A billing region: currency, tax, and whether a right of withdrawal applies. */
export interface BillingRegion extends Place {
  readonly currencyCode: string;
  readonly canWithdraw: boolean;
  readonly tax: Tax;
}

/** The place of residence as stated by the person. */
export interface StatedPlace {
  readonly countryCode: string | null;
  /** Postcode of the billing address, for countries with tax regions. */
  readonly postcode: string | null;
}

const usual = { countryCode: "US", currencyCode: "USD" };

/**
 * The currency of countries that have none of their own: the studio's, or dollars while no plan has a price in it.
 */
export async function usualCurrency({ db, studio }: Pick<Ctx, "db" | "studio">, at: Date): Promise<string> {
  const { currencyCode } = studio;
  return currencyCode !== null && (await hasPrices(db, currencyCode, at)) ? currencyCode : usual.currencyCode;
}

/** The billing region of a place at a moment. */
export async function billingRegionOf(
  ctx: Pick<Ctx, "db" | "studio">,
  place: Place | null,
  at: Date,
): Promise<BillingRegion> {
  const { countryCode, region } = place ?? { countryCode: usual.countryCode, region: "" };
  const found = await findCountry(ctx.db, countryCode, region);
  return {
    countryCode,
    region,
    currencyCode: found?.currencyCode ?? (await usualCurrency(ctx, at)),
    canWithdraw: found?.canWithdraw ?? false,
    tax: taxAt({ countryCode, region }, at, found?.taxOverrides ?? []),
  };
}

/**
 * The billing region of what someone has: its place, with the currency that it is paid in. The country may have another by now.
 */
export const regionOfSubscription = async (
  ctx: Pick<Ctx, "db" | "studio">,
  found: Place & { readonly currencyCode: string },
  at: Date,
): Promise<BillingRegion> => ({
  ...(await billingRegionOf(ctx, found, at)),
  currencyCode: found.currencyCode,
});

/** Location of the request, if known. Client claims are ignored. */
export async function requestPlace(ctx: Ctx): Promise<Place | null> {
  const { countryCode, region } = await locateCaller(ctx);
  return countryCode ? { countryCode, region: regionOfName(countryCode, region) ?? "" } : null;
}

/**
 * Parses a country code.
 * @throws BadInput, PanRejected
 */
export function readCountry(text: string | null, field: string): string | null {
  if (text === null) return null;
  rejectCardNumbers(text, field);
  const code = text.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code))
    throw new BadInput(field, inEnglish("Enter a two-letter ISO 3166 country code, such as DE."));
  return code;
}

/**
 * The tax region of a postcode; null if regions are irrelevant or no postcode is given.
 * @throws BadInput, PanRejected
 */
function readPostcode(
  countryCode: string,
  postcode: string | null | undefined,
  field: string,
): string | null {
  if (!postcode?.trim() || !hasRegions(countryCode)) return null;
  rejectCardNumbers(postcode, field);
  const region = regionOfPostcode(countryCode, postcode);
  if (region === null) throw new BadInput(field, msg("Enter a valid postal code for this country."));
  return region;
}

/**
 * The tax region of a payment method's billing address; null if it names no region of this country.
 * @throws BadInput
 */
export const regionOf = ({ address }: Pick<GatewayMethod, "address">, countryCode: string): string | null =>
  address?.countryCode === countryCode
    ? readPostcode(countryCode, address.postcode, "planInfo.postcode")
    : null;

/**
 * The billing region for shown prices: the stated place, else the location of the request.
 * @throws BadInput, PanRejected
 */
export async function shownBillingRegion(ctx: Ctx, stated: StatedPlace, at: Date): Promise<BillingRegion> {
  const countryCode = readCountry(stated.countryCode, "planInfo.countryCode");
  const here = await requestPlace(ctx);
  if (!countryCode) {
    // A visitor of an unknown country sees the prices of the studio's own choice.
    const usualCountry = ctx.studio.countryCode;
    return billingRegionOf(
      ctx,
      here ?? (usualCountry ? { countryCode: usualCountry, region: "" } : null),
      at,
    );
  }
  const region =
    readPostcode(countryCode, stated.postcode, "planInfo.postcode") ??
    (here?.countryCode === countryCode ? here.region : "");
  return billingRegionOf(ctx, { countryCode, region }, at);
}

/** Whether the same list price costs the same amount in both billing regions. */
export const isSameForPayer = (one: BillingRegion, other: BillingRegion): boolean =>
  one.currencyCode === other.currencyCode &&
  one.tax.isInclusive === other.tax.isInclusive &&
  (one.tax.isInclusive || wholeRate(one.tax) === wholeRate(other.tax));

/** ISO 3166-1 codes of the countries with prices. */
export const pricedCountries = (ctx: Ctx): Promise<string[]> => listCountries(ctx.db);
