import { useLingui } from "@lingui/react/macro";
import { CommentSettingsSection } from "../../community/embeds/care-setting.tsx";
import { ConsentSetting } from "../../growth/embeds/consent-setting.tsx";
import { DataSetting } from "../../identity/embeds/data-setting.tsx";

/** What is counted, a copy of it all, and leaving. */
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
