import { useEffect, useRef } from "react";

/** A silent film of what an option means. Still until it is looked at; for those who ask for calm it stays still. */
export function OptionPreview({ url, isPlaying }: { url: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const film = video.current;
    if (!film) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // A browser that saves power may refuse: then the first picture stands.
    if (isPlaying && !isCalm) void film.play().catch(() => undefined);
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
