import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { BeatGrid } from "../../../player/public/counts.ts";
import { drawWaveform, type Sound } from "../timeline/draw-waveform.ts";
import { formatMoment, placeAt, stepByCount, stepByEight } from "../timeline/eights.ts";
import type { Stretch } from "./trailer-stretch.ts";

type TrailerStripProps = {
  stretch: Stretch;
  durationMs: number;
  sound: Sound;
  grid: BeatGrid;
  /** @param isFree without snapping to an eight */
  onMove: (fromMs: number, isFree: boolean) => void;
};

/** The sound of the whole class, with the trailer as a window that is dragged or moved by keys. */
export function TrailerStrip({ stretch, durationMs, sound, grid, onMove }: TrailerStripProps) {
  const { t } = useLingui();
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  /** Where a drag holds the window: milliseconds from its start. */
  const heldMs = useRef(0);
  const { fromMs, toMs } = stretch;
  const share = (ms: number): string => `${(ms / durationMs) * 100}%`;
  useEffect(() => {
    const box = strip.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const shown = { fromMs: 0, pxPerMs: width / durationMs, width, height: canvas.current.clientHeight };
    drawWaveform(canvas.current, shown, sound, grid);
  }, [width, durationMs, sound, grid]);
  const msAt = (clientX: number): number => {
    const box = strip.current?.getBoundingClientRect();
    return box ? ((clientX - box.left) / box.width) * durationMs : 0;
  };
  const stepTo = (key: string, isFine: boolean): number | null => {
    if (key === "Home") return 0;
    if (key === "End") return durationMs;
    const direction = ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 } as const)[key];
    if (!direction) return null;
    return isFine ? stepByCount(grid, fromMs, direction) : stepByEight(grid, fromMs, direction);
  };
  const count = placeAt(grid, fromMs);
  const [from, to] = [formatMoment(fromMs), formatMoment(toMs)];
  return (
    <div
      className="trailer-strip"
      // Times run from left to right in every language.
      dir="ltr"
      ref={strip}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const ms = msAt(event.clientX);
        const isOnWindow = ms >= fromMs && ms <= toMs;
        heldMs.current = isOnWindow ? ms - fromMs : (toMs - fromMs) / 2;
        if (!isOnWindow) onMove(ms - heldMs.current, event.altKey);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          onMove(msAt(event.clientX) - heldMs.current, event.altKey);
      }}
    >
      <canvas className="trailer-wave" style={{ inlineSize: width }} aria-hidden="true" ref={canvas} />
      <div
        className="trailer-window"
        role="slider"
        tabIndex={0}
        aria-label={t`Start of the trailer`}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={Math.round(fromMs / 1000)}
        aria-valuetext={
          count ? t`${from} to ${to}, from eight ${count.eight}, count ${count.count}` : t`${from} to ${to}`
        }
        style={{ insetInlineStart: share(fromMs), inlineSize: share(toMs - fromMs) }}
        onKeyDown={(event) => {
          const next = stepTo(event.key, event.altKey);
          if (next === null) return;
          event.preventDefault();
          onMove(next, true);
        }}
      />
    </div>
  );
}
