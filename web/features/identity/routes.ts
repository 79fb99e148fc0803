import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.login, page: () => import("./pages/login-page.tsx"), chrome: "plain" },
  { path: patterns.register, page: () => import("./pages/register-page.tsx"), chrome: "plain" },
  { path: patterns.signInLink, page: () => import("./pages/sign-in-link-page.tsx"), chrome: "plain" },
  { path: patterns.family, page: () => import("./pages/family-page.tsx"), chrome: "plain" },
  { path: patterns.forgot, page: () => import("./pages/forgot-page.tsx"), chrome: "plain" },
  { path: patterns.reset, page: () => import("./pages/reset-page.tsx"), chrome: "plain" },
  { path: patterns.verify, page: () => import("./pages/verify-page.tsx"), chrome: "plain" },
  { path: patterns.notMe, page: () => import("./pages/not-me-page.tsx"), chrome: "plain" },
  { path: patterns.staff, page: () => import("./pages/staff-page.tsx") },
];
