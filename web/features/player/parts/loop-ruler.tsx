import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { countAt, eightAt, listEights, moveByCounts, snapToCount, type BeatGrid } from "../core/beat-grid.ts";
import type { LoopRange } from "../core/loop.ts";
import type { Player } from "../core/player.ts";
import { useFrames } from "./use-player.ts";

/** Blocks of more eights than this are too narrow to read. */
const mostEights = 4;

/** The loop as counts between two handles; arrows move a handle by a count, with Shift by an eight. */
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
  const eights = listEights(grid, loop.startMs, loop.endMs);
  const shown = eights.slice(0, mostEights);
  useFrames(player, (ms) => {
    const now = countAt(grid, ms);
    for (const tick of ruler.current?.querySelectorAll("i") ?? []) {
      const index = Number(tick.dataset["index"]);
      tick.className = now === null || index > now.index ? "" : index === now.index ? "now" : "on";
    }
  });
  const move = (end: "startMs" | "endMs", by: number): void => {
    const to = moveByCounts(grid, loop[end], by);
    const next = { ...loop, [end]: Math.min(durationMs, to) };
    if (next.endMs > next.startMs) player?.setLoop(next);
  };
  const press = (end: "startMs" | "endMs") => (event: React.KeyboardEvent) => {
    const step =
      event.key === "ArrowLeft" || event.key === "ArrowDown"
        ? -1
        : event.key === "ArrowRight" || event.key === "ArrowUp"
          ? 1
          : 0;
    if (step === 0) return;
    event.preventDefault();
    move(end, step * (event.shiftKey ? 8 : 1));
  };
  const words = (ms: number): string => {
    const eight = eightAt(grid, ms);
    const count = countAt(grid, ms);
    return eight && count ? t`eight ${eight.index + 1}, count ${count.number}` : t`at the end`;
  };
  const handle = (end: "startMs" | "endMs", name: string, label: string) => (
    <div
      className="ab-h"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.round(loop[end] / 1000)}
      aria-valuetext={words(loop[end])}
      onKeyDown={press(end)}
      onDoubleClick={() => player && player.setLoop({ ...loop, [end]: snapToCount(grid, player.positionMs) })}
    >
      <b>{name}</b>
      <span className="ab-keys">
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => move(end, -1)}>
          −
        </button>
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => move(end, 1)}>
          +
        </button>
      </span>
    </div>
  );
  return (
    <div className="ab">
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
