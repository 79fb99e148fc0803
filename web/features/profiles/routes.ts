import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.profile,
    page: () => import("./pages/profile-page.tsx"),
    firstQuery: { operationName: "Profile", variables: { username: { param: "username" } } },
  },
];
