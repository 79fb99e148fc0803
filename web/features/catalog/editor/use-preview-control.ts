import { use, useEffect, useRef, useState } from "react";
import { PreviewContext } from "./preview-handle.ts";

/** Plays and seeks the editor's video for what is beside it, which loads it if need be. Milliseconds. */
export function usePreviewControl(durationMs: number) {
  const preview = use(PreviewContext);
  const [isPlaying, setPlaying] = useState(false);
  /** Until the video is loaded, and where it then starts. */
  const cursorMs = useRef(0);
  const waiting = useRef<{ readonly plays: boolean; readonly untilMs: number | null } | null>(null);
  const player = () => (waiting.current ? null : (preview?.handle.current ?? null));
  const wait = (plays: boolean, untilMs: number | null): void => {
    waiting.current = { plays, untilMs };
    preview?.need();
  };
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      frame = requestAnimationFrame(follow);
      const loaded = preview?.handle.current;
      if (!loaded) return;
      if (waiting.current) {
        const { plays, untilMs } = waiting.current;
        waiting.current = null;
        loaded.seek(cursorMs.current);
        if (plays) loaded.play(untilMs);
      }
      setPlaying(loaded.isPlaying());
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [preview]);
  const seek = (ms: number): void => {
    cursorMs.current = Math.max(0, Math.min(durationMs, ms));
    const loaded = player();
    if (loaded) loaded.seek(cursorMs.current);
    else wait(waiting.current?.plays ?? false, null);
  };
  return {
    isPlaying,
    positionMs: (): number => player()?.positionMs() ?? cursorMs.current,
    seek,
    toggle: (): void => {
      const loaded = player();
      if (loaded) loaded.toggle();
      else wait(true, null);
    },
    /** Plays a stretch once. */
    playStretch: (startMs: number, endMs: number): void => {
      seek(startMs);
      const loaded = player();
      if (loaded) loaded.play(endMs);
      else wait(true, endMs);
    },
  };
}
