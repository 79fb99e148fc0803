import type { BootData } from "../../../contract/boot.ts";
import { countPage, startAnalytics } from "../../lib/analytics/analytics.ts";
import { onConsent } from "../../lib/consent.ts";
import { namedPage, onPageTitle } from "../../lib/page-title.ts";
import type { Session } from "../../graphql/session.ts";
import type { Router } from "../../lib/router/router.ts";

/** A page that never names itself is counted under the title that stands then. */
const unnamedAfterMs = 4_000;

/**
 * Counts a page view now and whenever the path changes, once the page has named itself and the person is known. Load it only where
 * counting is allowed: with a late yes the page that somebody looks at is the first that counts.
 */
export function startCounting(boot: BootData, session: Session, router: Router): void {
  if (!boot.collector) return;
  startAnalytics({
    collector: boot.collector,
    release: boot.release,
    whoIs: () => {
      const { state } = session;
      // Whoever else of a family dances hasn't been asked; a child couldn't answer.
      return state.status === "ready" && state.userId === state.accountId ? state.accountId : null;
    },
  });
  let counted: string | null = null;
  const count = (): void => {
    if (counted === location.pathname) return;
    const { pathname, href, search } = location;
    // What stands behind the hash never leaves the browser: links in mails carry their secret there.
    const url = href.replace(/#.*$/, "");
    if (countPage({ path: pathname, url, title: document.title, search })) counted = pathname;
  };
  let unnamed: ReturnType<typeof setTimeout> | undefined;
  const countUnnamedLater = (): void => {
    clearTimeout(unnamed);
    unnamed = setTimeout(count, unnamedAfterMs);
  };
  const countNamed = (): void => {
    if (namedPage()?.pathname === location.pathname) count();
  };
  onPageTitle(count);
  session.subscribe(countNamed);
  // A yes that is taken back and given again.
  onConsent(countNamed);
  countNamed();
  countUnnamedLater();
  // A page that the browser had put aside whole comes back: nothing loads, and yet somebody looks at it anew.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    counted = null;
    countNamed();
  });
  router.onResolved(({ pathChanged }) => {
    // Coming back to the page that was counted last is a view of its own.
    if (pathChanged && counted !== location.pathname) countUnnamedLater();
  });
}
