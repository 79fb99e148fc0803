import type { Tax } from "../rules/tax.ts";
import { builtInRates } from "./rates.ts";
import type { PlaceRate } from "./rates.ts";

/** What the studio set for a place, newest last or not: the day decides. */
export type OwnRate = Pick<PlaceRate, "region" | "from" | "isInclusive" | "parts">;

const untaxed: Tax = { parts: [], isInclusive: false };

const places = Map.groupBy(builtInRates, ({ countryCode, region }) => `${countryCode} ${region}`);

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The last of some rates that holds on a day; the first of all for a day before the table begins. */
function lastBy<Rate extends Pick<PlaceRate, "from">>(rates: readonly Rate[], day: string): Rate | null {
  const sorted = [...rates].sort((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.findLast(({ from }) => from <= day) ?? null;
}

/**
 * What a place takes at a moment. What the studio set goes before the built-in table from its day on, and a region before its whole country.
 * @param own what the studio set for the country and the region
 */
export function taxAt(
  place: { readonly countryCode: string; readonly region: string },
  moment: Date,
  own: readonly OwnRate[],
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
      // A region's first rate begins when it begins; a country always had one.
      (region === "" ? builtIn[0] : undefined);
    if (found) return { parts: found.parts, isInclusive: found.isInclusive };
  }
  return untaxed;
}
