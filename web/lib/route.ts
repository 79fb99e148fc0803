import type { ComponentType } from "react";
import type { FirstQuery } from "../../contract/boot.ts";

/**
 * One page of the app, declared in its feature's `routes.ts`, which exports `routes: RouteDefinition[]`.
 * The build also reads the file in plain Node: it holds paths and lazy imports, no components and no
 * messages.
 */
export type RouteDefinition = {
  /** From `patterns` of paths.ts. */
  path: string;
  /** Written as `() => import('./pages/name.tsx')`; the module exports its component as `Page`. */
  page: () => Promise<{ Page: ComponentType }>;
  /** Frame of the page: `full` (bar, tabs, footer; the default), `plain` (the logo alone), `none`. */
  chrome?: Chrome;
  /** The page's first query, so that the server can embed the result in the HTML. */
  firstQuery?: FirstQuery;
};

export type Chrome = "full" | "plain" | "none";
