import { t } from "@lingui/core/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** The names of those who get a legal notice. */
export const legalAudiences = (): Record<EnumValue<"LegalNoticeAudience">, string> => ({
  members: t`All accounts`,
  subscribers: t`With a subscription`,
});
