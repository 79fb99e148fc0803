import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.funnel, page: () => import("./pages/funnel-page.tsx") },
  { path: patterns.attribution, page: () => import("./pages/attribution-page.tsx") },
  { path: patterns.experiments, page: () => import("./pages/experiments-page.tsx") },
];
