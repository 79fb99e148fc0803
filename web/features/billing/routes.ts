import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.checkout, page: () => import("./pages/checkout-page.tsx"), chrome: "plain" },
  { path: patterns.withdrawal, page: () => import("./pages/withdrawal-page.tsx") },
  { path: patterns.terms, page: () => import("./pages/terms-page.tsx") },
  { path: patterns.money, page: () => import("./pages/money-page.tsx") },
  { path: patterns.coupons, page: () => import("./pages/studio-coupons-page.tsx") },
  {
    path: patterns.subscription,
    page: () => import("./pages/subscription-page.tsx"),
    firstQuery: { operationName: "UserStatusAndSubscriptionHistory", variables: {} },
  },
];
