import { useEffect, useState } from "react";
import { cueAt, readCues, thumbnailOf, type Cue } from "../engine/cues.ts";

/** Preview of a position: its storyboard thumbnail, once loaded, and its label. */
export function SeekPreview({
  place,
  text,
  storyboardUrl,
}: {
  /** Null hides the preview. `share`: 0 at the left end of the timeline, 1 at the right. */
  place: { share: number; ms: number } | null;
  text: string;
  storyboardUrl: string | null;
}) {
  const [board, setBoard] = useState<readonly Cue[]>([]);
  useEffect(() => {
    let isCanceled = false;
    // The storyboard is loaded on first use.
    if (storyboardUrl) void readCues(storyboardUrl).then((found) => !isCanceled && setBoard(found));
    return () => {
      isCanceled = true;
    };
  }, [storyboardUrl]);
  if (!place) return null;
  const { share, ms } = place;
  const cue = cueAt(board, ms);
  const thumbnail = cue && storyboardUrl ? thumbnailOf(cue, storyboardUrl) : null;
  return (
    <div
      className="tl-preview"
      aria-hidden="true"
      style={{ left: `clamp(5.5rem, ${share * 100}%, calc(100% - 5.5rem))` }}
    >
      {thumbnail && (
        <div
          className="tl-picture"
          style={{
            width: thumbnail.width,
            height: thumbnail.height,
            backgroundImage: `url("${thumbnail.url}")`,
            backgroundPosition: `-${thumbnail.x}px -${thumbnail.y}px`,
          }}
        />
      )}
      <span className="t1 tn">{text}</span>
    </div>
  );
}
