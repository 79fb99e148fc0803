import type Chargebee from "chargebee";
import type { HeldCoupon, HeldPrice, PriceBook } from "../../owner-ports.ts";
import { asked, present } from "./client.ts";

/** As many ids as one request names. */
const chunkLength = 50;

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / chunkLength) }, (_, at) =>
    items.slice(at * chunkLength, (at + 1) * chunkLength),
  );

/** Item prices and coupons in use. */
export const priceBookOf = (load: () => Promise<Chargebee>): PriceBook => ({
  prices: async (_ctx, refs) => {
    const client = await load();
    const found: HeldPrice[] = [];
    for (const chunk of chunksOf(refs)) {
      const { list } = await asked(() =>
        client.itemPrice.list({ id: { in: chunk }, status: { is: "active" }, limit: 100 }),
      );
      for (const { item_price: price } of present(list))
        if (price.item_type === "plan" && price.price !== undefined && price.period && price.period_unit)
          found.push({
            ref: price.id,
            amount: price.price,
            currencyCode: price.currency_code,
            period: price.period,
            periodUnit: price.period_unit,
          });
    }
    return found;
  },
  coupons: async (_ctx, refs) => {
    const client = await load();
    const found: HeldCoupon[] = [];
    for (const chunk of chunksOf(refs)) {
      const { list } = await asked(() =>
        client.coupon.list({ id: { in: chunk }, status: { is: "active" }, limit: 100 }),
      );
      for (const { coupon } of present(list)) {
        const isMonths = coupon.period_unit === "month" || coupon.period_unit === "year";
        // A duration in days or weeks can't be one of ours.
        if (coupon.duration_type === "limited_period" && !isMonths) continue;
        const { discount_type: type, discount_percentage: percent } = coupon;
        found.push({
          ref: coupon.id,
          basisPoints: type === "percentage" ? Math.round((percent ?? 0) * 100) : null,
          amount: type === "fixed_amount" ? (coupon.discount_amount ?? 0) : null,
          currencyCode: type === "fixed_amount" ? (coupon.currency_code ?? null) : null,
          duration: coupon.duration_type,
          durationMonths:
            coupon.duration_type === "limited_period"
              ? (coupon.period ?? 0) * (coupon.period_unit === "year" ? 12 : 1)
              : null,
        });
      }
    }
    return found;
  },
});
