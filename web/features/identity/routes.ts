import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  { path: patterns.login, page: () => import("./pages/login-page.tsx"), chrome: "plain" },
  { path: patterns.register, page: () => import("./pages/register-page.tsx"), chrome: "plain" },
];
