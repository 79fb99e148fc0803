import "./class-trailer.css";
import { useLingui } from "@lingui/react/macro";
import { Clapperboard } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";

/** Plays the trailer of a class in place of its image. Nothing of it is loaded before it is asked for. */
export function ClassTrailer({ url, title }: { url: string; title: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (isOpen) video.current?.focus({ preventScroll: true });
    else if (returnsFocus.current) button.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = (): void => {
    // Someone may have gone on to something else by now.
    returnsFocus.current = document.activeElement === video.current;
    setOpen(false);
  };
  if (!isOpen)
    return (
      <div className="trailer-open">
        <Button icon={Clapperboard} ref={button} onClick={() => setOpen(true)}>
          {t`Watch the trailer`}
        </Button>
      </div>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it has music, and the class has captions
    <video
      className="trailer"
      src={url}
      controls
      autoPlay
      playsInline
      aria-label={t`Trailer of ${title}`}
      ref={video}
      onEnded={close}
      onError={() => {
        close();
        showToast(t`Couldn’t play the trailer. Reload the page and try again.`);
      }}
    />
  );
}
