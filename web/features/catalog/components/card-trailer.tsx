import "./card-trailer.css";
import { useEffect, useState } from "react";
import { mayPlay } from "../../../lib/autoplay.ts";

/** A pointer that passes over a card doesn't fetch its trailer, in milliseconds. */
const restMs = 400;

/** A trailer that plays silently over a card's image: on devices with a mouse, unless the person prefers less motion or data. */
export function CardTrailer({ url }: { url: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!mayPlay() || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    const rest = setTimeout(() => setShown(true), restMs);
    return () => clearTimeout(rest);
  }, []);
  if (!isShown) return null;
  return (
    <video
      className="card-trailer"
      src={url}
      muted
      autoPlay
      loop
      playsInline
      aria-hidden="true"
      onError={() => setShown(false)}
    />
  );
}
