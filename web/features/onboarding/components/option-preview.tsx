import { useEffect, useRef } from "react";
import { mayPlay } from "../../../lib/autoplay.ts";

/** A silent clip of an option. It plays while hovered or focused; with reduced motion it is a still. */
export function OptionPreview({ url, isPlaying }: { url: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // A browser that saves power may refuse: the first frame is shown.
    if (isPlaying && mayPlay()) void element.play().catch(() => undefined);
    else element.pause();
  }, [isPlaying, url]);
  return (
    <video
      ref={video}
      className="preview"
      src={url}
      muted
      loop
      playsInline
      preload="metadata"
      aria-hidden="true"
      tabIndex={-1}
    />
  );
}
