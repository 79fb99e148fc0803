import type { Tax } from "../rules/tax.ts";
import { builtInRates } from "./rates.ts";
import type { PlaceRate } from "./rates.ts";

/** A tax override. In any order, since the date decides. */
export type TaxOverride = Pick<PlaceRate, "region" | "from" | "isInclusive" | "parts">;

const untaxed: Tax = { parts: [], isInclusive: false };

const places = Map.groupBy(builtInRates, ({ countryCode, region }) => `${countryCode} ${region}`);

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The latest rate in effect on a date; the earliest rate for a date before the table begins. */
function lastBy<Rate extends Pick<PlaceRate, "from">>(rates: readonly Rate[], day: string): Rate | null {
  const sorted = [...rates].sort((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.findLast(({ from }) => from <= day) ?? null;
}

/**
 * The tax of a place at a moment. An override takes precedence from its date on, and a region over its
 * country.
 * @param own the tax overrides of the country and the region
 */
export function taxAt(
  place: { readonly countryCode: string; readonly region: string },
  moment: Date,
  own: readonly TaxOverride[],
): Tax {
  const day = dayOf(moment);
  for (const region of place.region ? [place.region, ""] : [""]) {
    const builtIn = places.get(`${place.countryCode} ${region}`) ?? [];
    const found =
      lastBy(
        own.filter((rate) => rate.region === region),
        day,
      ) ??
      lastBy(builtIn, day) ??
      // A region's first rate begins on its date; a country always has one.
      (region === "" ? builtIn[0] : undefined);
    if (found) return { parts: found.parts, isInclusive: found.isInclusive };
  }
  return untaxed;
}
