import { useEffect, useRef } from "react";
import { mayPlay } from "../../../lib/autoplay.ts";

/** A silent film of what an option means. Still until it is looked at; for those who ask for calm it stays still. */
export function OptionPreview({ url, isPlaying }: { url: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const film = video.current;
    if (!film) return;
    // A browser that saves power may refuse: then the first picture stands.
    if (isPlaying && mayPlay()) void film.play().catch(() => undefined);
    else film.pause();
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
