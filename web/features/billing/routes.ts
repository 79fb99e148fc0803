import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.checkout, page: () => import("./pages/checkout-page.tsx"), chrome: "plain" },
  { path: patterns.money, page: () => import("./pages/money-page.tsx") },
];
