import { lazy, Suspense } from "react";
import { paths } from "../../../lib/paths.ts";
import { useLocation } from "../../../lib/router/index.ts";

// One route chunk: each name of a chunk is part of the first load of every page.
const LegalView = lazy(async () => ({ default: (await import("../components/legal-view.tsx")).LegalView }));
const OpeningView = lazy(async () => ({
  default: (await import("../components/opening-view.tsx")).OpeningView,
}));
const SettingsView = lazy(async () => ({
  default: (await import("../components/settings-view.tsx")).SettingsView,
}));

/** The studio's settings, legal pages and opening, by the path. */
export function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Suspense>
      {path === paths.studioLegal() ? (
        <LegalView />
      ) : path === paths.studioOpening() ? (
        <OpeningView />
      ) : (
        <SettingsView />
      )}
    </Suspense>
  );
}
