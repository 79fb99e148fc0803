import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import type { BeatGrid } from "../../../player/public/counts.ts";
import type { PartDraft } from "../class-draft.ts";
import { formatMoment, placeAt, stepByCount, stepByEight } from "./eights.ts";
import { boundsOf, type Block, type EdgeSide } from "./part-edits.ts";

type PartEdgeProps = {
  block: Block;
  side: EdgeSide;
  parts: readonly PartDraft[];
  durationMs: number;
  grid: BeatGrid;
  pxPerMs: number;
  /** The pointer is at this place of the screen; null: it was taken back. `isFree`: doesn't snap. */
  onDrag: (clientX: number | null, isFree: boolean) => void;
  onDrop: () => void;
  /** Moved to this moment by a key. */
  onStep: (ms: number) => void;
};

/** An edge of a part: dragged, or moved by an eight with the arrow keys, by a count with Alt. */
export function PartEdge(props: PartEdgeProps) {
  const { block, side, parts, durationMs, grid, pxPerMs, onDrag, onDrop, onStep } = props;
  const { t } = useLingui();
  /** The pointer that drags it. */
  const pointer = useRef<number | null>(null);
  const ms = side === "start" ? block.startMs : block.endMs;
  const [least, most] = boundsOf(parts, block.at, side, durationMs);
  const place = block.at + 1;
  const title = block.title || t`part ${place}`;
  const count = placeAt(grid, ms);
  const moment = formatMoment(ms);
  const stepTo = (key: string, isFine: boolean): number | null => {
    if (key === "Home") return least;
    if (key === "End") return most;
    const direction = ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 } as const)[key];
    if (!direction) return null;
    return isFine ? stepByCount(grid, ms, direction) : stepByEight(grid, ms, direction);
  };
  return (
    <div
      className="timeline-edge"
      role="slider"
      tabIndex={0}
      aria-label={side === "start" ? t`Start of ${title}` : t`End of ${title}`}
      aria-valuemin={Math.round(least / 1000)}
      aria-valuemax={Math.round(most / 1000)}
      aria-valuenow={Math.round(ms / 1000)}
      aria-valuetext={count ? t`${moment}, eight ${count.eight}, count ${count.count}` : moment}
      style={{ insetInlineStart: ms * pxPerMs }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = event.pointerId;
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX, event.altKey);
      }}
      onPointerUp={onDrop}
      onLostPointerCapture={() => (pointer.current = null)}
      onPointerCancel={() => onDrag(null, false)}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          // Otherwise the next movement of the pointer would drag on.
          if (pointer.current !== null) event.currentTarget.releasePointerCapture(pointer.current);
          return onDrag(null, false);
        }
        const to = stepTo(event.key, event.altKey);
        if (to === null) return;
        event.preventDefault();
        onStep(to);
      }}
    />
  );
}
