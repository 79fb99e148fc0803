import { useRef } from "react";
import type { BeatGrid } from "../../../player/public/counts.ts";
import { stepByCount, stepByEight } from "./eights.ts";
import type { Block } from "./part-edits.ts";

/** From here on a press is a drag, in CSS pixels. */
const minDragPx = 6;

type PartBlockProps = {
  block: Block;
  title: string;
  isActive: boolean;
  grid: BeatGrid;
  pxPerMs: number;
  msAt: (clientX: number) => number;
  onActivate: () => void;
  onPlay: () => void;
  /** @param heldMs where the pointer holds it, from its start; clientX null: the drag ended without effect */
  onDrag: (clientX: number | null, heldMs: number, isFree: boolean) => void;
  onDrop: () => void;
  onStep: (startMs: number) => void;
};

/**
 * A part on the timeline: pressed it is chosen, pressed twice it is played, and it is dragged as a whole or moved by keys. A finger
 * drags it once it is chosen; otherwise it scrolls.
 */
export function PartBlock(props: PartBlockProps) {
  const { block, title, isActive, grid, pxPerMs, msAt, onActivate, onPlay, onDrag, onDrop, onStep } = props;
  const held = useRef<{ readonly x: number; readonly ms: number; isDrag: boolean } | null>(null);
  const { startMs, endMs } = block;
  const end = (): void => {
    if (held.current?.isDrag) onDrag(null, 0, false);
    held.current = null;
  };
  return (
    <button
      type="button"
      className="timeline-part"
      aria-pressed={isActive}
      style={{
        insetInlineStart: startMs * pxPerMs,
        inlineSize: Math.max(2, (endMs - startMs) * pxPerMs - 3),
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.pointerType === "touch" && !isActive)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, ms: msAt(event.clientX) - startMs, isDrag: false };
      }}
      onPointerMove={(event) => {
        const { current } = held;
        if (!current) return;
        if (Math.abs(event.clientX - current.x) >= minDragPx) current.isDrag = true;
        if (current.isDrag) onDrag(event.clientX, current.ms, event.altKey);
      }}
      onPointerUp={() => {
        if (held.current?.isDrag) onDrop();
        held.current = null;
      }}
      onPointerCancel={end}
      onClick={onActivate}
      onDoubleClick={onPlay}
      onKeyDown={(event) => {
        if (event.key === "Escape") return end();
        if (event.key === "Enter") {
          event.preventDefault();
          onActivate();
          return onPlay();
        }
        const direction = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
        if (!direction) return;
        event.preventDefault();
        onStep((event.altKey ? stepByCount : stepByEight)(grid, startMs, direction));
      }}
    >
      {title}
    </button>
  );
}
