import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.settings, page: () => import("./pages/settings-page.tsx") },
  {
    path: patterns.subscription,
    page: () => import("./pages/subscription-page.tsx"),
    firstQuery: { operationName: "Subscription", variables: {} },
  },
];
