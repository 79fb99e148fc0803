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
      ? t`Looking for televisions.`
      : reach === "away"
        ? t`None in reach so far. It has to be on, and in the same network.`
        : null;
  return (
    <Panel title={t`On a television`} onClose={onClose}>
      {playingOn ? (
        <>
          <p>{playingOn}</p>
          <div className="row wrap">
            <Button onClick={onBack}>{t`Go on here`}</Button>
          </div>
        </>
      ) : isNowhere ? (
        <p>{t`This browser reaches no televisions. Chrome on Android and Safari do.`}</p>
      ) : (
        <>
          <div className="row wrap">
            {google.reach !== "none" && google.reach !== "failed" && (
              <Button disabledReason={reasonOf(google)} onClick={google.choose}>{t`Google Cast`}</Button>
            )}
            {browser.reach !== "none" && (
              <Button disabledReason={reasonOf(browser)} onClick={browser.choose}>
                {t`Choose a television`}
              </Button>
            )}
          </div>
          {google.reach === "failed" && (
            <p className="t1" role="alert">{t`Google Cast didn’t come. A blocker may keep it away.`}</p>
          )}
        </>
      )}
      <div className="grp">
        <h3 className="lab">{t`What is different there`}</h3>
        <ul className="cast-limits t1 muted">
          <li>{t`Its picture isn’t mirrored.`}</li>
          <li>{t`A loop goes back to its start with a short gap.`}</li>
          <li>{t`Slower tempos sound as the television makes them, and some televisions play at full tempo alone.`}</li>
          <li>{t`Counts here follow the television as closely as it says where it is. There is no count-in, and dancing together is only about in time.`}</li>
          {!hasCaptions && <li>{t`Captions stay on this screen.`}</li>}
        </ul>
      </div>
    </Panel>
  );
}
