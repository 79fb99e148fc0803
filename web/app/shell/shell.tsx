import { lazy, memo, Suspense, useState } from "react";
import { useLingui } from "@lingui/react/macro";
import { mustAsk } from "../../../contract/consent.ts";
import { useConsent } from "../../lib/consent.ts";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";
import { PageView } from "../../lib/router/page-view.tsx";
import { useShown } from "../../lib/router/hooks.ts";
import { useMe } from "../../features/identity/public/me.ts";
import { useSession, useSessionState } from "../../graphql/provider.tsx";
import { seeAsOfTab } from "../../graphql/see-as.ts";
import { useBoot } from "../boot-context.ts";
import { ErrorPage } from "../error-page.tsx";
import { ToastRegion } from "../../ui/toast-region.tsx";
import type { FrameParts } from "./family-frame.tsx";
import { Loader } from "./loader.tsx";
import { useBackgroundTasks } from "./use-background-tasks.ts";
import { useReadiness } from "./readiness.ts";
import { MainTabs } from "./tab-bar.tsx";
import { PlainBar, TopBar } from "./top-bar.tsx";

const NotFoundPage = lazy(async () => ({
  default: (await import("../../layouts/not-found-page.tsx")).NotFoundPage,
}));

const lateParts = () => import("./late-parts.ts");
const Footer = lazy(async () => ({ default: (await lateParts()).Footer }));
const OfflineNote = lazy(async () => ({ default: (await lateParts()).OfflineNote }));
const ShownToast = lazy(async () => ({ default: (await lateParts()).ShownToast }));
const PageAnnouncer = lazy(async () => ({ default: (await lateParts()).PageAnnouncer }));

const SeeAsBar = lazy(async () => ({ default: (await import("./see-as-bar.tsx")).SeeAsBar }));
const FamilyFrame = lazy(async () => ({ default: (await import("./family-frame.tsx")).FamilyFrame }));

const ConsentBanner = lazy(async () => ({
  default: (await import("../../features/growth/public/consent-banner.tsx")).ConsentBanner,
}));

/** The frame of every page, and the loader above it until the app is ready. */
export function Shell() {
  const me = useMe();
  const session = useSessionState();
  const isOther = session.status === "ready" && session.userId !== session.accountId;
  const isFamily = isOther || (me?.familySize ?? 1) > 1;
  const [seen] = useState(seeAsOfTab);
  const readiness = useReadiness();
  const ready = readiness.status === "ready";
  const { firstView } = useBoot();
  const isHydrated = useIsHydrated();
  // A first view in the HTML is the page itself, so that nothing covers it while the session starts.
  const isCovered = !ready && (!firstView || readiness.status === "failed");
  useBackgroundTasks(ready);
  return (
    <>
      {isCovered && <Start readiness={readiness} />}
      {/* The page renders below the loader, so that its query starts early; it is inert until then. */}
      <div className="app-frame" inert={isCovered} data-starting={ready ? undefined : ""}>
        {seen && (
          <Suspense>
            <SeeAsBar stored={seen} />
          </Suspense>
        )}
        {isFamily ? (
          <Suspense>
            <FamilyFrame me={me}>{(parts) => <Frame ready={ready} parts={parts} />}</FamilyFrame>
          </Suspense>
        ) : (
          <Frame ready={ready} parts={{}} />
        )}
        <ToastRegion>
          {isHydrated && (
            <Suspense>
              <ShownToast />
            </Suspense>
          )}
        </ToastRegion>
      </div>
      {isHydrated && (
        <Suspense>
          <PageAnnouncer />
        </Suspense>
      )}
    </>
  );
}

// Each renders again by its own data only: not whenever the frame does, as while the app starts.
const Page = memo(PageView);
const Bar = memo(TopBar);

/** Bars and page. `parts` replaces some of them. */
function Frame({ ready, parts }: { ready: boolean; parts: FrameParts }) {
  const { t } = useLingui();
  const shown = useShown().route?.chrome ?? "full";
  const chrome = parts.chrome ?? shown;
  const isAsked = mustAsk(useConsent());
  const isHydrated = useIsHydrated();
  return (
    <>
      {chrome !== "none" && (
        <a className="skip-link" href="#main">
          {t`Skip to content`}
        </a>
      )}
      {ready && isAsked && chrome !== "none" && (
        <Suspense>
          <ConsentBanner />
        </Suspense>
      )}
      {parts.bar ?? (chrome === "full" && <Bar />)}
      {chrome === "plain" && <PlainBar />}
      <main id="main" tabIndex={-1} className={chrome === "none" ? "app-main is-bare" : "app-main"}>
        {parts.page === undefined ? <Page NotFound={NotFoundPage} Failed={ErrorPage} /> : parts.page}
      </main>
      {isHydrated && chrome === "full" && !parts.bar && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      {parts.tabs ?? (chrome === "full" && <MainTabs />)}
      {/* The player handles offline playback itself, with its own messages. */}
      {isHydrated && chrome !== "none" && (
        <Suspense>
          <OfflineNote />
        </Suspense>
      )}
    </>
  );
}

function Start({ readiness }: { readiness: ReturnType<typeof useReadiness> }) {
  const { t } = useLingui();
  const session = useSession();
  if (readiness.status !== "failed") return <Loader />;
  const { code } = readiness.error;
  const failure =
    code === "NETWORK"
      ? t`You’re offline. Check your connection, then try again.`
      : code === "RATE_LIMITED"
        ? t`Too many requests. Wait a minute, then try again.`
        : t`Something went wrong on our end. Try again.`;
  return <Loader failure={failure} onRetry={() => session.retry()} />;
}
