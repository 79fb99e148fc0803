import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.studio, page: () => import("./pages/studio-index-page.tsx") },
  { path: patterns.studioFigures, page: () => import("./figures/figures-page.tsx") },
  { path: patterns.studioRoyalties, page: () => import("./figures/royalties-page.tsx") },
  { path: patterns.studioPeople, page: () => import("./people/people-page.tsx") },
  { path: patterns.studioPerson, page: () => import("./people/person-page.tsx") },
  { path: patterns.studioMessages, page: () => import("./messages/messages-page.tsx") },
  { path: patterns.studioMessage, page: () => import("./messages/message-page.tsx") },
  { path: patterns.studioSeries, page: () => import("./messages/series/series-page.tsx") },
  { path: patterns.memberImport, page: () => import("./import/member-import-page.tsx") },
  { path: patterns.studioAudit, page: () => import("./audit/audit-page.tsx") },
  {
    path: patterns.studioExport,
    page: () => import("./pages/export-page.tsx"),
    firstQuery: { operationName: "StudioExport", variables: {} },
  },
  { path: patterns.failedJobs, page: () => import("./pages/failed-jobs-page.tsx") },
];
