import "../account.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The sections of the settings; each is named by the URL's hash. */
export const settingsSections = [
  "profile",
  "security",
  "family",
  "appearance",
  "playback",
  "privacy",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** Navigation of the account pages. `section`: the open section of the settings. */
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
    // On phones the list is one scrolling row: the current item is scrolled into view.
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
          // Sections of the settings differ by hash, which a path doesn't include.
          aria-current={name === section ? "true" : undefined}
        >
          {titles[name]}
        </Link>
      ))}
      <Link to={paths.following()}>{t`Following`}</Link>
      <Link to={paths.notificationSettings()}>{t`Notifications`}</Link>
    </nav>
  );
}
