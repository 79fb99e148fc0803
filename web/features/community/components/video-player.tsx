import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { VideoHandle } from "./video-stage.tsx";

const VideoPlaybackQuery = graphql(`
  query VideoPlayback($id: ID!) {
    videoUpload(id: $id) {
      id
      playback {
        hlsUrl
        expiresAt
      }
    }
  }
`);

type VideoPlayerProps = {
  id: string;
  startMs: number;
  /** Autoplays without sound and controls. */
  isMuted: boolean;
  handle?: Ref<VideoHandle> | undefined;
  onEnlarge: () => void;
};

/** Plays a member's video with the browser's own controls. */
export function VideoPlayer({ id, startMs, isMuted, handle }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  // The poster stays until the first frame is available.
  const [hasFrame, setHasFrame] = useState(false);
  const [{ data }] = useQuery({
    query: VideoPlaybackQuery,
    variables: { id },
    requestPolicy: "network-only",
  });
  const url = data?.videoUpload?.playback?.hlsUrl;
  useImperativeHandle(handle, () => ({
    jump: (ms) => {
      if (!video.current) return;
      video.current.currentTime = ms / 1000;
      void video.current.play().catch(() => undefined);
      video.current.scrollIntoView({ block: "nearest" });
    },
  }));
  useEffect(() => {
    const element = video.current;
    if (!url || !element) return;
    let end = () => {};
    let isOver = false;
    void (async () => {
      const { default: Hls } = await import("hls.js");
      if (isOver) return;
      if (!Hls.isSupported()) {
        element.src = url;
        return;
      }
      const engine = new Hls({ startPosition: startMs / 1000, maxBufferLength: 12 });
      engine.loadSource(url);
      engine.attachMedia(element);
      end = () => engine.destroy();
    })();
    return () => {
      isOver = true;
      end();
    };
  }, [url, startMs]);
  useEffect(() => {
    if (video.current && !isMuted) void video.current.play().catch(() => undefined);
  }, [isMuted, url]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- members' videos have none
    <video
      ref={video}
      className={hasFrame ? "post-video" : "post-video is-coming"}
      onLoadedData={() => setHasFrame(true)}
      controls={!isMuted}
      muted={isMuted}
      autoPlay
      playsInline
      loop={isMuted}
    />
  );
}
