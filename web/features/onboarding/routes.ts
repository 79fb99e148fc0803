import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.onboarding,
    page: () => import("./pages/onboarding-page.tsx"),
    chrome: "none",
    firstQuery: { operationName: "Onboarding", variables: {} },
  },
  {
    path: patterns.questions,
    page: () => import("./editor/questions-page.tsx"),
    firstQuery: { operationName: "StudioQuestions", variables: {} },
  },
  { path: patterns.survey, page: () => import("./pages/survey-page.tsx"), chrome: "plain" },
];
