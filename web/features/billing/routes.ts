import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.checkout,
    page: () => import("./checkout/checkout-page.tsx"),
    chrome: "plain",
    firstQuery: { operationName: "Plans", variables: { countryCode: null } },
  },
  {
    path: patterns.giftCards,
    page: () => import("./gift-cards/gift-cards-page.tsx"),
    firstQuery: { operationName: "GiftCards", variables: { countryCode: null } },
  },
  { path: patterns.redeemGift, page: () => import("./gift-cards/redeem-page.tsx") },
  {
    path: patterns.studioGiftCards,
    page: () => import("./gift-cards/studio-page.tsx"),
    firstQuery: { operationName: "StudioGiftCards", variables: { after: null, search: null } },
  },
  { path: patterns.withdrawal, page: () => import("./subscription/withdrawal-page.tsx") },
  { path: patterns.cancelContract, page: () => import("./contract-request/cancel-page.tsx") },
  { path: patterns.withdrawContract, page: () => import("./contract-request/withdraw-page.tsx") },
  { path: patterns.money, page: () => import("./revenue/revenue-page.tsx") },
  {
    path: patterns.coupons,
    page: () => import("./coupons/coupons-page.tsx"),
    firstQuery: { operationName: "StudioCoupons", variables: { after: null } },
  },
  {
    path: patterns.plansAndPrices,
    page: () => import("./plans/plans-page.tsx"),
    firstQuery: { operationName: "PriceGrid", variables: {} },
  },
  {
    path: patterns.payInvoice,
    page: () => import("./subscription/pay-page.tsx"),
    firstQuery: { operationName: "OpenInvoice", variables: {} },
  },
  {
    path: patterns.subscription,
    page: () => import("./subscription/subscription-page.tsx"),
    firstQuery: { operationName: "UserStatusAndSubscriptionHistory", variables: {} },
  },
];
