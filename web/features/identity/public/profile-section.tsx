import { useLingui } from "@lingui/react/macro";
import { ProfileSettings } from "./profile-settings.tsx";

/** The public profile, in the settings. */
export function ProfileSection() {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="profile">
      <h2 className="d2" id="profile">{t`Profile`}</h2>
      <ProfileSettings />
    </section>
  );
}
