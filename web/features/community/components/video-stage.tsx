import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { lazy, Suspense, useState, type Ref } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";

const VideoPlayer = lazy(async () => ({ default: (await import("./video-player.tsx")).VideoPlayer }));

export const VideoStageFragment = graphql(`
  fragment VideoStage on VideoUpload {
    id
    description
    thumbnailUrl
    availability
    encodingStatus
    encodingPercent
    errorReason
    durationInMs
    width
    height
  }
`);

/** Imperative handle of a video. */
export type VideoHandle = { jump: (ms: number) => void };

type VideoStageProps = {
  video: FragmentOf<typeof VideoStageFragment>;
  handle?: Ref<VideoHandle>;
  /** Autoplays without sound while true. */
  isSeen?: boolean;
  eager?: boolean;
};

/** A member's video: poster until played, or transcode progress. */
export function VideoStage({ video, handle, isSeen = false, eager = false }: VideoStageProps) {
  const { t } = useLingui();
  const found = readFragment(VideoStageFragment, video);
  const { id, thumbnailUrl, availability, encodingPercent, durationInMs, width, height } = found;
  const [isPlaying, setPlaying] = useState(false);
  const [startMs, setStartMs] = useState(0);
  const isTall = (height ?? 16) >= (width ?? 9);
  const label = durationInMs ? t`Play, ${formatDuration(durationInMs)}` : t`Play`;
  const open = isPlaying || isSeen;
  return (
    <figure className={isTall ? "media post-media is-tall" : "media post-media"} data-theme="room">
      {thumbnailUrl && (
        <img
          src={thumbnailUrl}
          alt=""
          loading={eager ? "eager" : "lazy"}
          width={width ?? 640}
          height={height ?? 800}
        />
      )}
      {availability === "available" ? (
        <>
          <span ref={outside(handle, (ms) => (setStartMs(ms), setPlaying(true)), open)} hidden />
          {open && (
            <Suspense>
              <VideoPlayer
                id={id}
                startMs={startMs}
                isMuted={!isPlaying}
                handle={handle}
                onEnlarge={() => setPlaying(true)}
              />
            </Suspense>
          )}
          {!isPlaying && (
            <button
              type="button"
              className="btn btn-pic post-play"
              aria-label={label}
              onClick={() => setPlaying(true)}
            >
              <Icon of={Play} />
              <span className="tn">{durationInMs ? formatDuration(durationInMs) : ""}</span>
            </button>
          )}
        </>
      ) : availability === "error" ? (
        <p className="post-wait">{t`This video couldn’t be processed.`}</p>
      ) : (
        <div className="post-wait">
          <b className="num">{t`${encodingPercent}%`}</b>
          <Eight value={encodingPercent / 100} label={t`Processed: ${encodingPercent}%`} />
        </div>
      )}
    </figure>
  );
}

/** Until the player has loaded, a seek through the handle opens the player at that position. */
function outside(handle: Ref<VideoHandle> | undefined, open: (ms: number) => void, isOpen: boolean) {
  return (element: HTMLElement | null) => {
    if (isOpen || !handle || typeof handle === "function") return;
    handle.current = element ? { jump: open } : null;
  };
}
