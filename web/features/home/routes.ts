import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.dashboard,
    page: () => import("./pages/dashboard-page.tsx"),
    firstQuery: { operationName: "Dashboard", variables: {} },
    firstView: { operationName: "FirstHome", variables: {} },
  },
];
