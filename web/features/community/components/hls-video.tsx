import { useEffect, useRef } from "react";

/** An HLS stream with the browser's own controls. */
export function HlsVideo({ url, label }: { url: string; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let end = () => {};
    let isOver = false;
    void (async () => {
      const { default: Hls } = await import("hls.js");
      const element = video.current;
      if (isOver || !element) return;
      if (!Hls.isSupported()) {
        element.src = url;
        return;
      }
      const engine = new Hls({ maxBufferLength: 12 });
      engine.loadSource(url);
      engine.attachMedia(element);
      end = () => engine.destroy();
    })();
    return () => {
      isOver = true;
      end();
    };
  }, [url]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- members' videos have none
  return <video ref={video} className="post-video" controls muted playsInline aria-label={label} />;
}
