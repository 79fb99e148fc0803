import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.courses,
    page: () => import("./pages/courses-page.tsx"),
    firstQuery: { operationName: "CoursesPage", variables: {} },
  },
  {
    path: patterns.course,
    page: () => import("./pages/course-page.tsx"),
    firstQuery: { operationName: "CoursePage", variables: { slug: { param: "slug" } } },
  },
  {
    path: patterns.certificate,
    page: () => import("./pages/certificate-page.tsx"),
    firstQuery: { operationName: "Certificate", variables: { id: { param: "id" } } },
  },
  { path: patterns.studioCourses, page: () => import("./editor/courses-page.tsx") },
];
