import { graphql } from "../../../graphql/graphql.ts";

/** Options of the coupon form. */
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

/** Expiry and maximum redemptions of a coupon. */
export const CouponLimitsFragment = graphql(`
  fragment CouponLimits on StudioCoupon {
    id
    state
    redeemBy
    redemptionsUsed
    redemptionsLeft
  }
`);

/** A coupon as shown in its row. */
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
      forStudents
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
