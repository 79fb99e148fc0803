import type { BootData } from "../../../contract/boot.ts";
import { countPage, startAnalytics } from "../../lib/analytics/analytics.ts";
import { mayUse, onConsent } from "../../lib/consent.ts";
import { namedPage, onPageTitle } from "../../lib/page-title.ts";
import type { Session } from "../../graphql/session.ts";
import type { Router } from "../../lib/router/router.ts";
import { countedAddress, countedReferrer } from "./counted-address.ts";

/** A page that never sets its title is counted after this time, under the current title. */
const unnamedAfterMs = 4_000;

/**
 * Counts a page view now and on every path change, once the title is set and the account is known.
 * Load it only with consent. After a late consent the current page is the first one counted.
 * @param landing a page that may be left before the account is known, which is counted first
 */
export function startCounting(
  boot: BootData,
  session: Session,
  router: Router,
  landing: { readonly href: string; readonly title: string } | undefined,
): void {
  if (!boot.collector) return;
  startAnalytics({
    collector: boot.collector,
    release: boot.release,
    whoIs: () => {
      const { state } = session;
      // Only the account's own profile is counted. Other profiles haven't been asked for consent, and a child
      // can't give it.
      return state.status === "ready" && state.userId === state.accountId ? state.accountId : null;
    },
  });
  const ledHere = countedReferrer(document.referrer, location.origin);
  let counted: string | null = null;
  let left = landing;
  const count = (): void => {
    if (left) {
      if (!countPage({ ...countedAddress(left), title: left.title, ledHere })) return;
      counted = new URL(left.href).pathname;
      left = undefined;
    }
    const { pathname } = location;
    if (counted === pathname) return;
    if (countPage({ ...countedAddress(location), title: document.title, ledHere })) counted = pathname;
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
  onConsent(() => {
    if (!mayUse("analytics")) left = undefined;
    // Consent that is withdrawn and given again.
    countNamed();
  });
  countNamed();
  countUnnamedLater();
  // A page restored from the back/forward cache loads nothing, but counts as a new view.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    counted = null;
    countNamed();
  });
  router.onResolved(({ pathChanged }) => {
    // A return to the last counted page is a view of its own.
    if (pathChanged && counted !== location.pathname) countUnnamedLater();
  });
}
