import { plural } from "@lingui/core/macro";
import { formatMoney } from "../../../lib/money.ts";

/** "$50.00", or "3 months of Premium". */
export function giftText(gift: {
  amount: number;
  currencyCode: string;
  months: number | null;
  planName: string | null;
}): string {
  const { months, planName: plan } = gift;
  if (months === null || plan === null) return formatMoney(gift.amount, gift.currencyCode);
  return plural(months, { one: `# month of ${plan}`, other: `# months of ${plan}` });
}
