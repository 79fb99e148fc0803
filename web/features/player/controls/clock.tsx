import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatClock } from "../engine/clock.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** Current position as minutes and seconds. */
export function PlayedTime({ player }: { player: Player | null }) {
  const [text, setText] = useState("0:00");
  useFrames(player, (ms) => setText(formatClock(ms)));
  return text;
}

/** Current position and duration. */
export function Clock({ player, durationMs }: { player: Player | null; durationMs: number }) {
  const { t } = useLingui();
  return (
    <span className="pl-clock tn t1 muted">
      <PlayedTime player={player} />
      <br />
      <span className="faint">{t`of ${formatClock(durationMs)}`}</span>
    </span>
  );
}
