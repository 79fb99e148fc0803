import "./app/app.css";
import { i18n } from "@lingui/core";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { readBoot } from "./app/boot.ts";
import { routes } from "./app/routes.ts";
import { isolateInsertedTexts } from "./lib/isolate-inserted-texts.ts";
import { startConsent, whenAllowed } from "./lib/consent.ts";
import { endEarlyTaps } from "./lib/early-taps.ts";
import { paths } from "./lib/paths.ts";
import { prepareFormatters } from "./lib/prepare-formatters.ts";
import { Router } from "./lib/router/router.ts";
import { startState } from "./lib/start-state.ts";
import { browserDeps } from "./graphql/browser-session.ts";
import type { GraphqlClient } from "./graphql/client.ts";
import { createFirstClient } from "./graphql/provider.tsx";
import { Session } from "./graphql/session.ts";

prepareFormatters();
const boot = readBoot();
// Each language has its own scripts with its messages, so the catalog is empty.
i18n.loadAndActivate({ locale: boot.locale, messages: {} });
isolateInsertedTexts(i18n);
if (boot.isFromCache) (await import("./app/stored-page.ts")).restorePage(boot);
startConsent(boot.consent);
const session = new Session(browserDeps(), boot.accessToken, boot.isFromCache);
// Every page has a session, even a page without requests. A failure is in the session's state.
void session.token().catch(() => undefined);
const router = new Router({
  routes,
  redirects: { "/": paths.dashboard() },
  isCalm: matchMedia("(prefers-reduced-motion: reduce)").matches,
});
const pressed = boot.firstView && window.earlyLink?.();
/** The class that was started before the app had loaded. */
const start = pressed?.starts ? pressed.href : undefined;
/** The first view's page. It counts even if it is left before the session is ready. Its HTML has its title. */
let landing = boot.firstView ? { href: location.href, title: document.title } : undefined;
// The code is loaded only with consent.
whenAllowed("analytics", () => {
  const from = landing;
  void import("./app/page-views/start.ts").then(({ startCounting }) =>
    startCounting(boot, session, router, from),
  );
});
whenAllowed("advertising", () => {
  void import("./app/ad-clicks/track.ts").then(({ trackAdClicks }) => trackAdClicks(session));
});

const root = document.getElementById("root")!;
let firstClient: GraphqlClient | undefined;
if (start) {
  // Asked for before anything renders, which takes a slow phone a second.
  const client = createFirstClient(session, boot);
  router.prefetchWith((query, variables) => void client.query(query, variables));
  router.preload(start);
  firstClient = client;
}
// The player takes the place of the first view, instead of a page that is left at once.
const started = router.start(start ? { href: start, state: startState } : undefined);
// If nothing is missing, the first paint is the page itself. Otherwise the loader is shown while the page's
// code loads.
if (boot.accessToken || boot.isFromCache || boot.firstView) await started;
// Rendering would delay the first query, which waits for the client's code.
await firstClient?.load().catch(() => undefined);
landing = undefined;
const last = start && window.earlyLink?.()?.href;
if (last && last !== start) location.assign(last);
const app = <App boot={boot} session={session} router={router} firstClient={firstClient} />;
// The page's code may have failed to load.
if (boot.firstView && router.shown.Page && !start) {
  // As a transition, React hydrates in slices and lets the browser answer presses between them.
  startTransition(() => void hydrateRoot(root, app));
} else {
  endEarlyTaps(false);
  createRoot(root).render(app);
}
