import { useLingui } from "@lingui/react/macro";
import { CommentSettingsSection } from "../../community/public/comment-settings.tsx";
import { ConsentSetting } from "../../growth/public/consent-setting.tsx";
import { DataSetting } from "../../identity/public/data-setting.tsx";

/** Consent, data export and account deletion. */
export function PrivacySection() {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="privacy">
      <h2 className="d2" id="privacy">{t`Privacy`}</h2>
      <ConsentSetting />
      <CommentSettingsSection />
      <DataSetting />
    </section>
  );
}
