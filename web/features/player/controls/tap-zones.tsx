import { useRef, useState } from "react";

/** Maximum time between the taps of a double tap, in milliseconds. */
const doubleTapMs = 300;

/** Left and right half of the video: a double tap jumps by an eight, a single tap shows the controls, or pauses. */
export function TapZones({
  idle,
  onTap,
  onSkip,
}: {
  /** The controls are hidden: a touch only shows them. */
  idle: boolean;
  onTap: () => void;
  onSkip: (direction: -1 | 1) => void;
}) {
  const last = useRef<{ at: number; side: -1 | 1; timer: ReturnType<typeof setTimeout> } | null>(null);
  const wakes = useRef(false);
  const [skipped, setSkipped] = useState<{ side: -1 | 1; times: number } | null>(null);
  const tap = (event: React.PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType === "mouse") return onTap();
    const box = event.currentTarget.getBoundingClientRect();
    const side = event.clientX - box.left < box.width / 2 ? -1 : 1;
    const before = last.current;
    if (before) clearTimeout(before.timer);
    const isSecond = before !== null && before.side === side && event.timeStamp - before.at < doubleTapMs;
    const timer = setTimeout(
      () => {
        last.current = null;
        setSkipped(null);
        if (!isSecond && !wakes.current) onTap();
      },
      isSecond ? 2 * doubleTapMs : doubleTapMs,
    );
    last.current = { at: event.timeStamp, side, timer };
    if (!isSecond) return;
    // A third tap in the same place jumps by another eight.
    setSkipped((shown) => ({ side, times: shown?.side === side ? shown.times + 1 : 1 }));
    onSkip(side);
  };
  return (
    <div
      className="pl-taps"
      aria-hidden="true"
      onPointerDown={() => {
        wakes.current = idle;
      }}
      onPointerUp={tap}
    >
      {skipped && (
        <span className={skipped.side < 0 ? "pl-skip" : "pl-skip is-on"}>
          {skipped.side < 0 ? "−" : "+"}
          {skipped.times * 8}
        </span>
      )}
    </div>
  );
}
