import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.studio, page: () => import("./pages/studio-index-page.tsx") },
  { path: patterns.taught, page: () => import("./pages/taught-page.tsx") },
  { path: patterns.deadLetters, page: () => import("./pages/dead-letters-page.tsx") },
];
