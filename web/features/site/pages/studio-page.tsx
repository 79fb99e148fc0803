import { lazy, Suspense } from "react";
import { paths } from "../../../lib/paths.ts";
import { useLocation } from "../../../lib/router/index.ts";

// One route chunk: each name of a chunk is part of the first load of every page.
const LegalView = lazy(async () => ({ default: (await import("../components/legal-view.tsx")).LegalView }));
const SettingsView = lazy(async () => ({
  default: (await import("../components/settings-view.tsx")).SettingsView,
}));

/** The studio's settings and legal pages, by the path. */
export function Page() {
  const isLegal = useLocation({ select: ({ pathname }) => pathname === paths.studioLegal() });
  return <Suspense>{isLegal ? <LegalView /> : <SettingsView />}</Suspense>;
}
