import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { locateCaller } from "../../growth/index.ts";
import type { GatewayMethod } from "../ports.ts";
import { hasRegions, regionOfName, regionOfPostcode } from "../taxes/places.ts";
import { wholeRate } from "../rules/tax.ts";
import type { Tax } from "../rules/tax.ts";
import { findCountry, listCountries } from "./store.ts";
import { taxAt } from "../taxes/taxes.ts";

/** A country, and its region where that takes taxes of its own; empty where it doesn't, or isn't known. */
export interface Place {
  readonly countryCode: string;
  readonly region: string;
}

/** Where somebody buys: the currency, the tax, and whether the law lets them withdraw. */
export interface Market extends Place {
  readonly currencyCode: string;
  readonly canWithdraw: boolean;
  readonly tax: Tax;
}

/** Where somebody says that they live. */
export interface StatedPlace {
  readonly countryCode: string | null;
  /** Of the billing address, where regions take taxes of their own. */
  readonly postcode: string | null;
}

const usual = { countryCode: "US", currencyCode: "USD" };

/** The market of a place at a moment; one that no price was made for pays in dollars. */
export async function marketOf(ctx: Pick<Ctx, "db">, place: Place | null, at: Date): Promise<Market> {
  const { countryCode, region } = place ?? { countryCode: usual.countryCode, region: "" };
  const found = await findCountry(ctx.db, countryCode, region);
  return {
    countryCode,
    region,
    currencyCode: found?.currencyCode ?? usual.currencyCode,
    canWithdraw: found?.canWithdraw ?? false,
    tax: taxAt({ countryCode, region }, at, found?.ownRates ?? []),
  };
}

/** Where the request comes from, as far as that is known; the client's word doesn't count. */
export async function requestPlace(ctx: Ctx): Promise<Place | null> {
  const { countryCode, region } = await locateCaller(ctx);
  return countryCode ? { countryCode, region: regionOfName(countryCode, region) ?? "" } : null;
}

/** A country as somebody wrote it. @throws BadInput, PanRejected */
export function readCountry(text: string | null, field: string): string | null {
  if (text === null) return null;
  rejectCardNumbers(text, field);
  const code = text.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code))
    throw new BadInput(field, "A country is two letters of ISO 3166, such as DE.");
  return code;
}

/** The region of an address; null where regions don't matter, or nothing is said. @throws BadInput, PanRejected */
function readPostcode(
  countryCode: string,
  postcode: string | null | undefined,
  field: string,
): string | null {
  if (!postcode?.trim() || !hasRegions(countryCode)) return null;
  rejectCardNumbers(postcode, field);
  const region = regionOfPostcode(countryCode, postcode);
  if (region === null) throw new BadInput(field, "This is no postcode of that country.");
  return region;
}

/** The region of a way to pay's billing address; null when that says none of this country. @throws BadInput */
export const regionOf = ({ address }: Pick<GatewayMethod, "address">, countryCode: string): string | null =>
  address?.countryCode === countryCode
    ? readPostcode(countryCode, address.postcode, "planInfo.postcode")
    : null;

/** Whose prices are shown: what somebody says, else where they are. @throws BadInput, PanRejected */
export async function shownMarket(ctx: Ctx, stated: StatedPlace, at: Date): Promise<Market> {
  const countryCode = readCountry(stated.countryCode, "planInfo.countryCode");
  const here = await requestPlace(ctx);
  if (!countryCode) return marketOf(ctx, here, at);
  const region =
    readPostcode(countryCode, stated.postcode, "planInfo.postcode") ??
    (here?.countryCode === countryCode ? here.region : "");
  return marketOf(ctx, { countryCode, region }, at);
}

/** Whether the same list price comes to the same amount in both. */
export const isSameForPayer = (one: Market, other: Market): boolean =>
  one.currencyCode === other.currencyCode &&
  one.tax.isInclusive === other.tax.isInclusive &&
  (one.tax.isInclusive || wholeRate(one.tax) === wholeRate(other.tax));

/** The countries that prices were made for, by ISO 3166-1. */
export const pricedCountries = (ctx: Ctx): Promise<string[]> => listCountries(ctx.db);
