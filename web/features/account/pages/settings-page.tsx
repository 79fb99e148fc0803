import "../account.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type ComponentType } from "react";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";

/** Each section loads when it is opened; its name stands behind `#`. */
const sections = {
  profile: lazy(async () => ({
    default: (await import("../../identity/embeds/profile-section.tsx")).ProfileSection,
  })),
  security: lazy(async () => ({
    default: (await import("../../identity/embeds/security-section.tsx")).SecuritySection,
  })),
  family: lazy(async () => ({
    default: (await import("../../identity/embeds/family-section.tsx")).FamilySection,
  })),
  appearance: lazy(async () => ({
    default: (await import("../parts/appearance-section.tsx")).AppearanceSection,
  })),
  playback: lazy(async () => ({ default: (await import("../parts/playback-section.tsx")).PlaybackSection })),
  privacy: lazy(async () => ({ default: (await import("../parts/privacy-section.tsx")).PrivacySection })),
} satisfies Record<string, ComponentType>;
type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Settings`);
  const hash = useLocation({ select: (now) => now.hash });
  const shown = names.find((name) => name === hash) ?? names[0]!;
  const Section = sections[shown];
  const titles: Record<SectionName, string> = {
    profile: t`Profile`,
    security: t`Signing in`,
    family: t`Family`,
    appearance: t`Appearance`,
    playback: t`Playback`,
    privacy: t`Privacy`,
  };
  return (
    <div className="page acct">
      <h1 className="d1 d1-page">{t`Settings`}</h1>
      <nav className="side" aria-label={t`Settings`}>
        {names.map((name) => (
          <Link
            key={name}
            to={paths.settings()}
            hash={name}
            aria-current={name === shown ? "true" : undefined}
          >
            {titles[name]}
          </Link>
        ))}
        <Link to={paths.subscription()}>{t`Subscription`}</Link>
      </nav>
      <div className="acct-body">
        <Suspense>
          <Section />
        </Suspense>
      </div>
    </div>
  );
}
