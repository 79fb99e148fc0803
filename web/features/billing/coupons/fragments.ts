import { graphql } from "../../../graphql/graphql.ts";

/** What a coupon can be for. */
export const CouponOptionsFragment = graphql(`
  fragment CouponOptions on CouponOptions {
    currencyCodes
    plans {
      id
      name
      period
      periodUnit
      isOffered
    }
  }
`);

/** Until when and how often a coupon can be taken. */
export const CouponLimitsFragment = graphql(`
  fragment CouponLimits on StudioCoupon {
    id
    state
    redeemBy
    redemptionsUsed
    redemptionsLeft
  }
`);

/** A coupon as its row shows it. */
export const StudioCouponFragment = graphql(
  `
    fragment StudioCoupon on StudioCoupon {
      id
      basisPoints
      amounts {
        currencyCode
        amount
      }
      duration
      months
      planIds
      state
      redeemBy
      redemptionsUsed
      redemptionsLeft
      ...CouponLimits
    }
  `,
  [CouponLimitsFragment],
);
