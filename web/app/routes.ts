import type { RouteDefinition } from "../lib/route.ts";

const features = import.meta.glob<RouteDefinition[]>("../features/*/routes.ts", {
  eager: true,
  import: "routes",
});

/** All pages of all features. */
export const routes: RouteDefinition[] = Object.values(features).flat();
