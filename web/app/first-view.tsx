/**
 * The first views of pages, rendered on the server. The build writes this module with all that it imports once per language. Lazy imports
 * have no code here: what isn't part of a first view is rendered by the browser, see `useIsHydrated`.
 */
import { i18n } from "@lingui/core";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { RenderFirstView } from "../../contract/boot.ts";
import { Page as DashboardPage } from "../features/home/pages/dashboard-page.tsx";
import { Session, type SessionDeps } from "../graphql/session.ts";
import { isolateInsertedTexts } from "../lib/isolate-inserted-texts.ts";
import { paths } from "../lib/paths.ts";
import { Router } from "../lib/router/router.ts";
import { studio } from "../lib/studio.ts";
import { App } from "./app.tsx";
import { routes } from "./routes.ts";

/** The pages of routes with a `firstView`. */
const pages: Readonly<Record<string, ComponentType>> = { [paths.dashboard()]: DashboardPage };

/** A session that stays as it begins: nothing is sent while a page is rendered. */
const idle: SessionDeps = {
  fetch: () => Promise.reject(new Error("The server sends no requests for a first view")),
  takeEarlyToken: async () => null,
  now: () => 0,
  exclusively: (work) => work(),
  tabs: { announce: () => undefined, subscribe: () => undefined },
  known: { get: () => null, set: () => undefined },
};

isolateInsertedTexts(i18n);

export const renderFirstView: RenderFirstView = (boot, pathname) => {
  const Page = pages[pathname];
  if (!Page) return null;
  // Each language has a module of its own, but all visitors share it.
  i18n.loadAndActivate({ locale: boot.locale, messages: {} });
  Object.assign(studio, boot.studio);
  const router = new Router({ routes, redirects: {}, isCalm: true, first: { pathname, Page } });
  const html = renderToString(<App boot={boot} session={new Session(idle, null)} router={router} />);
  // React's mark of a part that needs code or data from later.
  return html.includes("<!--$!-->") ? null : html;
};
