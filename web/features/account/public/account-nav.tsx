import "../account.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The sections of the settings; each stands behind its name and `#`. */
export const settingsSections = [
  "profile",
  "security",
  "family",
  "appearance",
  "playback",
  "privacy",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** What an account has pages for, beside each of them. `section`: the one of the settings that is open. */
export function AccountNav({ section = null }: { section?: SettingsSection | null }) {
  const { t } = useLingui();
  const titles: Record<SettingsSection, string> = {
    profile: t`Profile`,
    security: t`Signing in`,
    family: t`Family`,
    appearance: t`Appearance`,
    playback: t`Playback`,
    privacy: t`Privacy`,
  };
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the list is one row that scrolls: where one is must be in sight.
    const [nav, here] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (nav && here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
  }, [section]);
  return (
    <nav ref={list} className="side" aria-label={t`Account`}>
      <Link to={paths.subscription()}>{t`Subscription`}</Link>
      {settingsSections.map((name) => (
        <Link
          key={name}
          to={paths.settings()}
          hash={name}
          // Within the settings the part behind # tells them apart, which a path doesn't.
          aria-current={name === section ? "true" : undefined}
        >
          {titles[name]}
        </Link>
      ))}
      <Link to={paths.notificationSettings()}>{t`Notifications`}</Link>
    </nav>
  );
}
