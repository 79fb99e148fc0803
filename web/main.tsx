import "./app/app.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readBoot } from "./app/boot.ts";
import { BootContext } from "./app/boot-context.ts";
import { routes } from "./app/routes.ts";
import { Shell } from "./app/shell/shell.tsx";
import { isolateInsertedTexts } from "./lib/isolate-inserted-texts.ts";
import { startConsent, whenAllowed } from "./lib/consent.ts";
import { reloadOnStaleBuild } from "./app/stale-build.ts";
import { GraphqlProvider } from "./graphql/provider.tsx";
import { paths } from "./lib/paths.ts";
import { RouterContext } from "./lib/router/hooks.ts";
import { Router } from "./lib/router/router.ts";
import { browserDeps } from "./graphql/browser-session.ts";
import { Session } from "./graphql/session.ts";

reloadOnStaleBuild();

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
// The code is loaded only with consent.
whenAllowed("analytics", () => {
  void import("./app/page-views/start.ts").then(({ startCounting }) => startCounting(boot, session, router));
});
whenAllowed("advertising", () => {
  void import("./app/ad-clicks/track.ts").then(({ trackAdClicks }) => trackAdClicks(session));
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
const started = router.start();
// If nothing is missing, the first paint is the page itself. Otherwise the loader is shown while the page's
// code loads.
if (boot.accessToken || boot.isFromCache) await started;
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <BootContext value={boot}>
        <GraphqlProvider session={session} boot={boot}>
          <RouterContext value={router}>
            <Shell />
          </RouterContext>
        </GraphqlProvider>
      </BootContext>
    </I18nProvider>
  </StrictMode>,
);
