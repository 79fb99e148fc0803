import { useRef } from "react";
import { countAt, type BeatGrid } from "../engine/beat-grid.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** The count over the video, switched on the beat, and the count-in. Updates the DOM without React, since it changes within a frame. */
export function CountDisplay({ player, grid }: { player: Player | null; grid: BeatGrid }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(-1);
  useFrames(player, (ms) => {
    const number = player?.state.countIn ?? countAt(grid, ms)?.number ?? 0;
    if (number === shown.current || !box.current) return;
    shown.current = number;
    box.current.hidden = number === 0;
    const [numeral, row] = box.current.children;
    if (numeral) numeral.textContent = String(number);
    for (const [index, tick] of Array.from(row?.children ?? []).entries())
      tick.className = index + 1 < number ? "on" : index + 1 === number ? "now" : "";
  });
  return (
    <div className="cnt" aria-hidden="true" hidden ref={box}>
      <b className="num" />
      <div className="cnt-row">
        {Array.from({ length: 8 }, (_unused, index) => (
          <i key={index} />
        ))}
      </div>
    </div>
  );
}
