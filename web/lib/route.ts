import type { AnyVariables, TypedDocumentNode } from "@urql/core";
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
  page: () => Promise<PageModule>;
  /** Frame of the page: `full` (bar, tabs, footer; the default), `plain` (the logo alone), `none`. */
  chrome?: Chrome;
  /** The page's first query, so that the server can embed the result in the HTML. */
  firstQuery?: FirstQuery;
  /**
   * The query of the page's first view for visitors without a session, which the server renders into the HTML. The page is listed in
   * app/first-view.tsx.
   */
  firstView?: FirstQuery;
  /**
   * Modules that the page imports lazily and needs at once, relative to `routes.ts`, in groups. The first group is preloaded together with
   * the page's own code, each other one after the group before.
   */
  parts?: string[][];
};

/** What the module of a page exports. */
export type PageModule = {
  Page: ComponentType;
  /**
   * Called before the page replaces another, which is still shown. A page that has it opens without a View Transition, whose snapshots
   * would delay the first frame of a video, and may move an image in by itself. `params` are those of the path.
   */
  beforeShow?: (params: Readonly<Partial<Record<string, string>>>) => void;
  /** Sends the page's queries when a link to it is about to be followed. */
  prefetch?: (send: SendQuery, params: Readonly<Partial<Record<string, string>>>) => void;
};

/** Sends a query, so that its result is in the cache. */
export type SendQuery = <Variables extends AnyVariables>(
  query: TypedDocumentNode<unknown, Variables>,
  variables: Variables,
) => void;

export type Chrome = "full" | "plain" | "none";
