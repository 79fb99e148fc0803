import { useEffect, useState } from "react";
import { cueAt, readCues, thumbnailOf, type Cue } from "../core/cues.ts";

/** What the class shows at a place, where its storyboard has come, and what the place is called. */
export function SeekPreview({
  place,
  text,
  storyboardUrl,
}: {
  /** Null: nothing is shown. `share`: 0 at the left end of the timeline, 1 at the right. */
  place: { share: number; ms: number } | null;
  text: string;
  storyboardUrl: string | null;
}) {
  const [board, setBoard] = useState<readonly Cue[]>([]);
  useEffect(() => {
    let gone = false;
    // Pictures are fetched when somebody first looks for a place.
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
