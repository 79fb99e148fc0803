import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.login, page: () => import("./pages/login.tsx"), chrome: "plain" },
  { path: patterns.register, page: () => import("./pages/register.tsx"), chrome: "plain" },
  { path: patterns.signInLink, page: () => import("./pages/sign-in-link.tsx"), chrome: "plain" },
  { path: patterns.family, page: () => import("./pages/family-page.tsx"), chrome: "plain" },
  { path: patterns.forgot, page: () => import("./pages/forgot.tsx"), chrome: "plain" },
  { path: patterns.reset, page: () => import("./pages/reset.tsx"), chrome: "plain" },
  { path: patterns.verify, page: () => import("./pages/verify.tsx"), chrome: "plain" },
  { path: patterns.notMe, page: () => import("./pages/not-me-page.tsx"), chrome: "plain" },
  { path: patterns.firstAdmin, page: () => import("./pages/first-admin-page.tsx"), chrome: "plain" },
  {
    path: patterns.invitation,
    page: () => import("./pages/invitation-page.tsx"),
    chrome: "plain",
  },
  { path: patterns.staff, page: () => import("./pages/staff-page.tsx") },
];
