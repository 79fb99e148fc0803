import { useLingui } from "@lingui/react/macro";
import { Music, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";

/** Plays 30 seconds of a song, and stops when the page is left. It counts as no play. */
export function HearExcerpt({ url }: { url: string }) {
  const { t } = useLingui();
  const sound = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const { current } = sound;
    return () => current?.pause();
  }, []);
  const toggle = async (): Promise<void> => {
    const { current } = sound;
    if (!current) return;
    if (isPlaying) {
      current.pause();
      current.currentTime = 0;
      return;
    }
    try {
      await current.play();
    } catch (error) {
      // Stopped before it began.
      if (error instanceof DOMException && error.name === "AbortError") return;
      showToast(t`Couldn’t play it. Try again.`);
    }
  };
  return (
    <>
      <Button size="l" icon={isPlaying ? Square : Music} onClick={() => void toggle()}>
        {isPlaying ? t`Stop` : t`Hear 30 seconds`}
      </Button>
      <audio
        ref={sound}
        src={url}
        preload="none"
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
}
