import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import {
  countAt,
  eightAt,
  listEights,
  moveByCounts,
  snapToCount,
  type BeatGrid,
} from "../engine/beat-grid.ts";
import type { LoopRange } from "../engine/loop.ts";
import { dragged, withHandle } from "../engine/phrases.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** Maximum number of eights that are readable; the ruler pages as the loop progresses. */
const eightsShown = 4;

type End = "startMs" | "endMs";

/** The loop as counts between two handles. Handles can be dragged or moved by arrow keys: a count, or an eight with Shift. */
export function LoopRuler({
  player,
  grid,
  loop,
  durationMs,
}: {
  player: Player | null;
  grid: BeatGrid;
  loop: LoopRange;
  durationMs: number;
}) {
  const { t } = useLingui();
  const ruler = useRef<HTMLDivElement>(null);
  const drag = useRef<{ end: End; x: number; fromMs: number; perCount: number } | null>(null);
  const [held, setHeld] = useState<End | null>(null);
  const [page, setPage] = useState(0);
  const eights = listEights(grid, loop.startMs, loop.endMs);
  const first = Math.min(page, Math.floor(Math.max(0, eights.length - 1) / eightsShown)) * eightsShown;
  const shown = eights.slice(first, first + eightsShown);
  useFrames(player, (ms) => {
    const now = countAt(grid, ms);
    const at = now === null ? -1 : eights.findIndex((eight) => eight.index === now.eight);
    if (at >= 0) setPage(Math.floor(at / eightsShown));
    for (const tick of ruler.current?.querySelectorAll("i") ?? []) {
      const index = Number(tick.dataset["index"]);
      tick.className = now === null || index > now.index ? "" : index === now.index ? "now" : "on";
    }
  });
  const put = (end: End, ms: number): void => {
    const next = withHandle(grid, loop, end, Math.min(durationMs, ms));
    if (next && (next.startMs !== loop.startMs || next.endMs !== loop.endMs)) player?.setLoop(next);
  };
  const press = (end: End) => (event: React.KeyboardEvent) => {
    const ahead = event.key === "ArrowRight" || event.key === "ArrowUp";
    if (!ahead && event.key !== "ArrowLeft" && event.key !== "ArrowDown") return;
    event.preventDefault();
    put(end, moveByCounts(grid, loop[end], (ahead ? 1 : -1) * (event.shiftKey ? 8 : 1)));
  };
  const take = (end: End) => (event: React.PointerEvent<HTMLElement>) => {
    const counts = shown.reduce((sum, eight) => sum + eight.last - eight.first + 1, 0);
    const width = ruler.current?.getBoundingClientRect().width ?? 1;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { end, x: event.clientX, fromMs: loop[end], perCount: width / Math.max(8, counts) };
    setHeld(end);
  };
  const pull = (event: React.PointerEvent): void => {
    const { current } = drag;
    if (current)
      put(
        current.end,
        dragged(grid, current.fromMs, (event.clientX - current.x) / Math.max(6, current.perCount)),
      );
  };
  const release = (): void => {
    drag.current = null;
    setHeld(null);
  };
  // The end belongs to the count before it: "until the eight", not "until the one". A part may begin before its first count.
  const within = (end: End): number => {
    const at = snapToCount(grid, loop[end]) + (end === "startMs" ? 1 : -1);
    return end === "startMs" && !countAt(grid, at) ? (eights[0]?.startMs ?? at) : at;
  };
  const valueText = (end: End): string => {
    const eight = eightAt(grid, within(end));
    const count = countAt(grid, within(end));
    return eight && count ? t`eight ${eight.index + 1}, count ${count.number}` : t`no counts here`;
  };
  const short = (end: End): string => {
    const eight = eightAt(grid, within(end));
    return eight ? t`eight ${eight.index + 1}` : "";
  };
  const handle = (end: End, name: string, label: string) => (
    <div
      className={held === end ? "ab-h is-held" : "ab-h"}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.round(loop[end] / 1000)}
      aria-valuetext={valueText(end)}
      onKeyDown={press(end)}
      onPointerDown={take(end)}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <b>{name}</b>
      <small>{short(end)}</small>
    </div>
  );
  return (
    <div className="ab" dir="ltr">
      {handle("startMs", "A", t`Loop start`)}
      <div className="ruler" ref={ruler} aria-hidden="true">
        {shown.map((eight) => (
          <div key={eight.index}>
            {grid.counts.slice(eight.first, eight.last + 1).map((count) => (
              <i key={count.index} data-index={count.index} data-n={count.number} />
            ))}
          </div>
        ))}
      </div>
      {handle("endMs", "B", t`Loop end`)}
    </div>
  );
}
