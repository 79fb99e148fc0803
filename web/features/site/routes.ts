import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

const legalPage = () => import("./pages/legal-page.tsx");
const studioPage = () => import("./pages/studio-page.tsx");

export const routes: RouteDefinition[] = [
  { path: patterns.comingSoon, page: () => import("./pages/coming-soon-page.tsx"), chrome: "plain" },
  {
    path: patterns.landing,
    page: () => import("./pages/landing-page.tsx"),
    firstQuery: {
      operationName: "LandingPage",
      variables: {},
      isForVisitors: true,
      variedBy: "landing_hero",
    },
  },
  { path: patterns.landingPreview, page: () => import("./pages/landing-preview-page.tsx") },
  { path: patterns.legalPage, page: legalPage },
  { path: patterns.terms, page: legalPage },
  { path: patterns.studioSettings, page: studioPage },
  { path: patterns.studioLanding, page: studioPage },
  { path: patterns.studioLegal, page: studioPage },
  { path: patterns.studioOpening, page: studioPage },
];
