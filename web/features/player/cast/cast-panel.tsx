import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../controls/panel.tsx";
import type { WayNow } from "./use-cast-ways.ts";

/** Lists playback devices and the limits of a television. */
export function CastPanel({
  playingOn,
  hasCaptions,
  ways: { browser, google },
  onBack,
  onClose,
}: {
  /** "Playing on …"; null while playing on this device. */
  playingOn: string | null;
  hasCaptions: boolean;
  ways: Readonly<Record<"browser" | "google", WayNow>>;
  onBack: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const isNowhere = browser.reach === "none" && google.reach === "none";
  const reasonOf = ({ reach }: WayNow): string | null =>
    reach === "opening"
      ? t`Looking for TVs…`
      : reach === "away"
        ? t`No TVs found yet. Make sure yours is on and on the same Wi-Fi.`
        : null;
  return (
    <Panel title={t`Play on TV`} onClose={onClose}>
      {playingOn ? (
        <>
          <p>{playingOn}</p>
          <div className="row wrap">
            <Button onClick={onBack}>{t`Continue here`}</Button>
          </div>
        </>
      ) : isNowhere ? (
        <p>{t`This browser can’t cast. Use Chrome on Android or Safari.`}</p>
      ) : (
        <>
          <div className="row wrap">
            {google.reach !== "none" && google.reach !== "failed" && (
              <Button disabledReason={reasonOf(google)} onClick={google.choose}>{t`Google Cast`}</Button>
            )}
            {browser.reach !== "none" && (
              <Button disabledReason={reasonOf(browser)} onClick={browser.choose}>
                {t`Choose a TV`}
              </Button>
            )}
          </div>
          {google.reach === "failed" && (
            <p className="t1" role="alert">{t`Couldn’t load Google Cast. A content blocker may be on.`}</p>
          )}
        </>
      )}
      <div className="grp">
        <h3 className="lab">{t`What’s different on TV`}</h3>
        <ul className="cast-limits t1 muted">
          <li>{t`Mirroring isn’t available.`}</li>
          <li>{t`Loops restart with a short gap.`}</li>
          <li>{t`Slow tempos may sound different. Some TVs only play at full tempo.`}</li>
          <li>{t`Counts may lag slightly. There’s no count-in, and Dance together may drift.`}</li>
          {!hasCaptions && <li>{t`Captions show on this screen only.`}</li>}
        </ul>
      </div>
    </Panel>
  );
}
