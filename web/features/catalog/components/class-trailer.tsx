import "./class-trailer.css";
import { useLingui } from "@lingui/react/macro";
import { Clapperboard } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";

/** Plays the trailer of a class in place of its image. Nothing of it is loaded before it is asked for. */
export function ClassTrailer({ url, title }: { url: string; title: string }) {
  const { t } = useLingui();
  const [state, setState] = useState<"unseen" | "open" | "closed">("unseen");
  if (state !== "open")
    return (
      <div className="trailer-open">
        <Button
          icon={Clapperboard}
          ref={(button) => {
            // The focus returns from the video.
            if (state === "closed") button?.focus({ preventScroll: true });
          }}
          onClick={() => setState("open")}
        >
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
      ref={(video) => video?.focus({ preventScroll: true })}
      onEnded={() => setState("closed")}
      onError={() => {
        setState("closed");
        showToast(t`Couldn’t play the trailer. Reload the page and try again.`);
      }}
    />
  );
}
