import { t } from "@lingui/core/macro";
import { formatRate } from "../../../../contract/formats/rates.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";

/** What one unit of a currency is worth in another, who says so, and of which day. */
export function rateText(
  rate: { currencyCode: string; value: number; day: string },
  currencyCode: string,
  source: string,
): string {
  const code = rate.currencyCode;
  const value = formatRate(rate.value, here());
  const day = formatCalendarDay(new Date(`${rate.day}T00:00:00Z`), "date");
  return source === "studio"
    ? t`1 ${code} = ${value} ${currencyCode}, entered ${day}`
    : t`1 ${code} = ${value} ${currencyCode}, European Central Bank, ${day}`;
}
