import { BrandImageFragment } from "./brand-image-fragment.ts";
import { graphql } from "../../../graphql/graphql.ts";

export const SettingsFragment = graphql(
  `
    fragment StudioSettings on StudioSettings {
      version
      name
      shortName
      about
      contactEmail
      contactPhone
      contactAddress
      links
      sellerName
      sellerAddress
      sellerCountry
      taxNumber
      vatId
      registration
      timeZone
      countryCode
      currencyCode
      locale
      invoicePrefix
      schoolDomains
      preselectedInterval
      accent
      brandImages {
        ...BrandImage
      }
      effectiveSeller
    }
  `,
  [BrandImageFragment],
);

/** What support may refund in a currency, in minor units. */
export const RefundLimitFragment = graphql(`
  fragment SupportRefundLimit on SupportRefundLimit {
    currencyCode
    amount
    usual
    isSet
  }
`);
