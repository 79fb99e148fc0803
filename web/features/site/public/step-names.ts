import { t } from "@lingui/core/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** Names of the steps before a studio's opening. */
export const stepNames = (): Record<EnumValue<"OpeningStepKey">, string> => ({
  seller: t`Seller`,
  legal: t`Legal pages`,
  email: t`Email`,
  payments: t`Payment provider`,
  webhook: t`Webhook`,
  prices: t`Prices`,
  taxes: t`Taxes`,
  class: t`First class`,
  backup: t`Backup`,
});
