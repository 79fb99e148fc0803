import { useLingui } from "@lingui/react/macro";
import { KeysSetting } from "../../player/embeds/keys-setting.tsx";

/** How the player is steered. */
export function PlaybackSection() {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="playback">
      <h2 className="d2" id="playback">{t`Playback`}</h2>
      <KeysSetting />
    </section>
  );
}
