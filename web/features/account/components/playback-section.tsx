import { useLingui } from "@lingui/react/macro";
import { ExplicitSetting } from "../../catalog/public/explicit-setting.tsx";
import { KeysSetting } from "../../player/public/keys-setting.tsx";

/** Suggestions and player controls. */
export function PlaybackSection() {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="playback">
      <h2 className="d2" id="playback">{t`Playback`}</h2>
      <ExplicitSetting />
      <KeysSetting />
    </section>
  );
}
