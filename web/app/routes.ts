import type { RouteDefinition } from "../lib/route.ts";

const features = import.meta.glob<{ routes: RouteDefinition[] }>("../features/*/routes.ts", { eager: true });

/** All pages of all features. */
export const routes: RouteDefinition[] = Object.values(features).flatMap((feature) => feature.routes);
