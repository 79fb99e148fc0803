import type { ComponentType } from "react";
import type { FirstQuery } from "../../contract/boot.ts";

/**
 * One page of the app, declared in its feature's `routes.ts`, which exports `routes: RouteDefinition[]`.
 * The file is read by the build in plain Node too: it holds paths and lazy imports, no component and no message.
 */
export type RouteDefinition = {
  /** From `patterns` of paths.ts. */
  path: string;
  /** Written as `() => import('./pages/name.tsx')`; the module exports its component as `Page`. */
  page: () => Promise<{ Page: ComponentType }>;
  /** What stands around the page: `full` (bar, tabs, footer; the default), `plain` (the mark alone), `none`. */
  chrome?: Chrome;
  /** The query that the page sends first, so that the server can answer it within the HTML. */
  firstQuery?: FirstQuery;
};

export type Chrome = "full" | "plain" | "none";
