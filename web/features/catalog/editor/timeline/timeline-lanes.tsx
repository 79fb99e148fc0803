import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { BeatGrid } from "../../../player/public/counts.ts";
import type { PartDraft } from "../class-draft.ts";
import { drawWaveform, type Sound } from "./draw-waveform.ts";
import { blocksOf, moveEdge, movePart, type Block, type EdgeSide } from "./part-edits.ts";
import { PartBlock } from "./part-block.tsx";
import { PartEdge } from "./part-edge.tsx";
import { useDragScroll } from "./use-drag-scroll.ts";
import { gripPx, useZoomGestures } from "./use-zoom-gestures.ts";

type TimelineLanesProps = {
  parts: readonly PartDraft[];
  durationMs: number;
  sound: Sound;
  grid: BeatGrid;
  snap: (ms: number) => number;
  /** 1 shows the whole class. */
  zoom: number;
  onZoom: (zoom: number) => void;
  positionMs: () => number;
  onSeek: (ms: number) => void;
  /** Place of the chosen part. */
  active: number | null;
  onActivate: (at: number) => void;
  onPlay: (block: Block) => void;
  /** An edge was moved. */
  onMoved: (parts: PartDraft[]) => void;
  /** A whole part was moved. */
  onPartMoved: (parts: PartDraft[]) => void;
};

/** What scrolls: the waveform with its counts, the parts below it, and the line at the video's position. */
export function TimelineLanes(props: TimelineLanesProps) {
  const { parts, durationMs, sound, grid, zoom, positionMs, onSeek, active, onActivate, onPlay } = props;
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [scrolled, setScrolled] = useState(0);
  const [theme, setTheme] = useState(0);
  // Parts while an edge is being dragged; they count once it is released.
  const [dragged, setDragged] = useState<PartDraft[] | null>(null);
  const pxPerMs = (Math.max(0, width - 2 * gripPx) / Math.max(1, durationMs)) * zoom;
  const shownParts = dragged ?? parts;
  const blocks = blocksOf(shownParts);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const repaint = (): void => setTheme((count) => count + 1);
    const observer = new MutationObserver(repaint);
    observer.observe(document.documentElement, { attributes: true });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", repaint);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", repaint);
    };
  }, []);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const height = canvas.current.clientHeight;
    drawWaveform(
      canvas.current,
      { fromMs: (scrolled - gripPx) / pxPerMs, pxPerMs, width, height },
      sound,
      grid,
    );
  }, [scrolled, pxPerMs, width, sound.peaks, sound.segments, sound.peaksPerSecond, grid, theme]);
  useZoomGestures(scroller, { zoom, pxPerMs, onZoom: props.onZoom });

  const latest = useRef({ positionMs, pxPerMs, isDragging: false });
  latest.current = { positionMs, pxPerMs, isDragging: dragged !== null };
  useEffect(() => {
    let frame = 0;
    let before = -1;
    const follow = (): void => {
      frame = requestAnimationFrame(follow);
      const box = scroller.current;
      const x = gripPx + latest.current.positionMs() * latest.current.pxPerMs;
      if (!box || !playhead.current || x === before) return;
      before = x;
      playhead.current.style.transform = `translateX(${x}px)`;
      const isVisible = x >= box.scrollLeft && x <= box.scrollLeft + box.clientWidth;
      if (!isVisible && !latest.current.isDragging) box.scrollLeft = x - box.clientWidth * 0.1;
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, []);

  const titleOf = ({ title, at }: Block): string => {
    const place = at + 1;
    return title || t`part ${place}`;
  };
  const msAt = (clientX: number): number => {
    const box = scroller.current;
    if (!box) return 0;
    return (clientX - box.getBoundingClientRect().left + box.scrollLeft - gripPx) / pxPerMs;
  };
  const scrollAlong = useDragScroll(scroller);
  /** Shows the parts as a pointer has dragged them, and scrolls along at the edges; null: not dragged. */
  const drag = (clientX: number | null, at: (ms: number) => PartDraft[]): void => {
    scrollAlong(clientX, (x) => setDragged(at(msAt(x))));
    setDragged(clientX === null ? null : at(msAt(clientX)));
  };
  const drop = (onMoved: (parts: PartDraft[]) => void): void => {
    if (dragged) onMoved(dragged);
    drag(null, () => []);
  };
  const blockProps = (block: Block) => ({
    block,
    title: titleOf(block),
    isActive: block.at === active,
    grid: props.grid,
    pxPerMs,
    msAt,
    onActivate: () => onActivate(block.at),
    onPlay: () => onPlay(block),
    onDrag: (clientX: number | null, heldMs: number, isFree: boolean) =>
      drag(clientX, (ms) => {
        const startMs = ms - heldMs;
        return movePart(parts, block.at, isFree ? startMs : props.snap(startMs), durationMs);
      }),
    onDrop: () => drop(props.onPartMoved),
    onStep: (ms: number) => props.onPartMoved(movePart(parts, block.at, ms, durationMs)),
  });
  const edgeProps = (block: Block, side: EdgeSide) => ({
    block,
    side,
    parts,
    durationMs,
    grid: props.grid,
    pxPerMs,
    onDrag: (clientX: number | null, isFree: boolean) =>
      drag(clientX, (ms) =>
        moveEdge(parts, { at: block.at, side }, isFree ? ms : props.snap(ms), durationMs),
      ),
    onDrop: () => drop(props.onMoved),
    onStep: (ms: number) => props.onMoved(moveEdge(parts, { at: block.at, side }, ms, durationMs)),
  });

  return (
    <div
      className="timeline-scroll"
      // Times run from left to right in every language, as in the player.
      dir="ltr"
      role="group"
      // The arrow keys move the position.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls
      tabIndex={0}
      aria-label={t`Timeline, scrolls sideways`}
      ref={scroller}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
    >
      <div
        className="timeline-width"
        style={{ inlineSize: width > 0 ? durationMs * pxPerMs + 2 * gripPx : undefined }}
      >
        <canvas
          className="timeline-wave"
          style={{ inlineSize: width }}
          aria-hidden="true"
          ref={canvas}
          // A click: a finger that scrolls presses too.
          onClick={(event) => onSeek(msAt(event.clientX))}
        />
        <div
          className="timeline-parts"
          style={{ marginInline: gripPx }}
          role="list"
          aria-label={t`Parts on the timeline`}
        >
          {blocks.map((block, index) => (
            <div role="listitem" key={block.at}>
              <PartBlock {...blockProps(block)} />
              <PartEdge {...edgeProps(block, "start")} />
              {/* An edge that two parts share is the start of the second. */}
              {blocks[index + 1]?.startMs !== block.endMs && <PartEdge {...edgeProps(block, "end")} />}
            </div>
          ))}
        </div>
        <div className="timeline-playhead" aria-hidden="true" ref={playhead} />
      </div>
    </div>
  );
}
