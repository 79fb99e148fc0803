import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type ComponentType } from "react";
import { useLocation } from "../../../lib/router/index.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AccountNav, settingsSections, type SettingsSection } from "../public/account-nav.tsx";

/** Sections of the settings. Each loads when it is opened; its name is the URL's hash. */
const sections = {
  profile: lazy(async () => ({
    default: (await import("../../identity/public/profile-section.tsx")).ProfileSection,
  })),
  security: lazy(async () => ({
    default: (await import("../../identity/public/security-section.tsx")).SecuritySection,
  })),
  family: lazy(async () => ({
    default: (await import("../../identity/public/family-section.tsx")).FamilySection,
  })),
  appearance: lazy(async () => ({
    default: (await import("../components/appearance-section.tsx")).AppearanceSection,
  })),
  playback: lazy(async () => ({
    default: (await import("../components/playback-section.tsx")).PlaybackSection,
  })),
  privacy: lazy(async () => ({
    default: (await import("../components/privacy-section.tsx")).PrivacySection,
  })),
} satisfies Record<SettingsSection, ComponentType>;

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Settings`);
  const hash = useLocation({ select: (now) => now.hash });
  const shown = settingsSections.find((name) => name === hash) ?? settingsSections[0];
  const Section = sections[shown];
  return (
    <div className="page acct">
      <h1 className="d1 d1-page">{t`Settings`}</h1>
      <AccountNav section={shown} />
      <div className="acct-body">
        <Suspense fallback={<SectionSkeleton />}>
          <Section />
        </Suspense>
      </div>
    </div>
  );
}

function SectionSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading settings`} className="stack">
      <TextSkeleton className="d2 w-1/2" />
      <TextSkeleton className="w-4/5" />
    </Skeleton>
  );
}
