import "../styles/away.css";
import "./cast.css";
import { useLingui } from "@lingui/react/macro";
import { Tv } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { playlistsOf } from "../../../../contract/av1.ts";
import { showToast } from "../../../ui/toast.ts";
import type { Television } from "./television.ts";
import { Slot, type Stage } from "../controls/practice-tools.tsx";
import { CastPanel } from "./cast-panel.tsx";
import { playOn, takeTelevision } from "./handed-over.ts";
import { useCastWays } from "./use-cast-ways.ts";

/** Casts the class to a television, controlled from here. */
export function CastTool(stage: Stage) {
  const { t } = useLingui();
  const { player, state, keys, say, playback, studioClass, screen, captionsOn, awaitsTelevision } = stage;
  const { cast } = state;
  const [isShown, setShown] = useState(false);
  useEffect(() => keys.set("cast", () => setShown((shown) => !shown)), [keys]);
  const onName = (name: string | null): string => (name ? t`Playing on ${name}` : t`Playing on your TV`);
  const begin = (television: Television): void => {
    player.castTo(television, {
      describe: (url) => ({
        url: playlistsOf(url).h264,
        title: studioClass.title,
        artist: studioClass.instructor.name,
        imageUrl: studioClass.thumbnailImageUrl ?? null,
        captions: playback.captions,
      }),
      captions: captionsOn,
      left: (how) => {
        playOn(null);
        if (how === "back") say(t`Back on this device`);
        else
          showToast(
            how === "gone"
              ? t`TV disconnected. Paused here.`
              : t`Your TV couldn’t play this class. Paused here.`,
          );
      },
    });
    playOn(television);
    setShown(false);
    say(onName(television.name));
  };
  const takeOver = useEffectEvent(() => {
    const television = takeTelevision(playback.castAppId == null ? null : studioClass.classId);
    if (television === null) {
      if (awaitsTelevision) showToast(t`TV disconnected. Paused here.`);
      return;
    }
    begin(television);
    void player.play();
  });
  useEffect(() => takeOver(), []);
  const ways = useCastWays(isShown || cast !== null, {
    host: screen.querySelector<HTMLElement>(".pl-host"),
    url: playlistsOf(playback.hlsUrl).h264,
    castAppId: playback.castAppId ?? null,
    connected: begin,
    refused: () => showToast(t`No TV found. Make sure it’s on and on the same Wi-Fi.`),
  });
  useEffect(() => player.setCastCaptions(captionsOn), [player, captionsOn]);
  return (
    <>
      {cast && (
        <Slot screen={screen} name="over">
          <div className="pl-away">
            <Tv className="ic" aria-hidden="true" />
            <p className="d2">{onName(cast.name)}</p>
            {!cast.supportsRate && <p>{t`Tempo can’t be changed on this TV.`}</p>}
            <button type="button" className="btn btn-s btn-pic" onClick={() => setShown(true)}>
              {t`TV`}
            </button>
          </div>
        </Slot>
      )}
      {isShown && (
        <CastPanel
          playingOn={cast && onName(cast.name)}
          hasCaptions={cast?.hasCaptions ?? true}
          ways={ways}
          onBack={() => {
            setShown(false);
            player.bringBack();
          }}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
