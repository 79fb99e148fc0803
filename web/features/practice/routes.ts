import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.saved, page: () => import("./pages/saved-page.tsx") },
  { path: patterns.plan, page: () => import("./pages/plan-page.tsx") },
];
