import { lazy, Suspense } from "react";
import { paths } from "../../../lib/paths.ts";
import { useLocation } from "../../../lib/router/index.ts";

// One route chunk: each name of a chunk is part of the first load of every page.
const LandingView = lazy(async () => ({
  default: (await import("../landing/landing-view.tsx")).LandingView,
}));
const LegalView = lazy(async () => ({ default: (await import("../components/legal-view.tsx")).LegalView }));
const OpeningView = lazy(async () => ({
  default: (await import("../components/opening-view.tsx")).OpeningView,
}));
const SettingsView = lazy(async () => ({
  default: (await import("../components/settings-view.tsx")).SettingsView,
}));

/** The studio's settings, landing page, legal pages and opening, by the path. */
export function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Suspense>
      {path === paths.studioLanding() ? (
        <LandingView />
      ) : path === paths.studioLegal() ? (
        <LegalView />
      ) : path === paths.studioOpening() ? (
        <OpeningView />
      ) : (
        <SettingsView />
      )}
    </Suspense>
  );
}
