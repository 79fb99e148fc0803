import { useEffect, useState } from "react";
import { cueAt, readCues, thumbnailOf, type Cue } from "../core/cues.ts";

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
    let gone = false;
    // The storyboard is loaded on first use.
    if (storyboardUrl) void readCues(storyboardUrl).then((found) => !gone && setBoard(found));
    return () => {
      gone = true;
    };
  }, [storyboardUrl]);
  if (!place) return null;
  const { share, ms } = place;
  const cue = cueAt(board, ms);
  const picture = cue && storyboardUrl ? thumbnailOf(cue, storyboardUrl) : null;
  return (
    <div
      className="tl-preview"
      aria-hidden="true"
      style={{ left: `clamp(5.5rem, ${share * 100}%, calc(100% - 5.5rem))` }}
    >
      {picture && (
        <div
          className="tl-picture"
          style={{
            width: picture.width,
            height: picture.height,
            backgroundImage: `url("${picture.url}")`,
            backgroundPosition: `-${picture.x}px -${picture.y}px`,
          }}
        />
      )}
      <span className="t1 tn">{text}</span>
    </div>
  );
}
