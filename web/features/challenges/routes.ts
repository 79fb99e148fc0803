import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.challenges,
    page: () => import("./pages/challenges-page.tsx"),
    firstQuery: { operationName: "Challenges", variables: {} },
  },
  {
    path: patterns.challenge,
    page: () => import("./pages/challenge-page.tsx"),
    firstQuery: { operationName: "GetChallengeById", variables: { id: { param: "id" } } },
  },
  { path: patterns.badges, page: () => import("./pages/badges-page.tsx") },
  {
    path: patterns.badge,
    page: () => import("./pages/badge-page.tsx"),
    firstQuery: { operationName: "BadgeById", variables: { id: { param: "id" } } },
  },
  { path: patterns.studioChallenges, page: () => import("./editor/challenges-page.tsx") },
];
