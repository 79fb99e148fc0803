import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { partAt, type ClassPart } from "../core/clock.ts";
import type { Player } from "../core/player.ts";
import { useFrames } from "./use-player.ts";

/** The parts of a class, the present one lit; each can be gone to. */
export function PartList({
  parts,
  player,
  limitMs,
  onGo,
}: {
  parts: readonly ClassPart[];
  player: Player | null;
  limitMs: number;
  onGo: () => void;
}) {
  const { t } = useLingui();
  const now = usePart(parts, player)?.index ?? null;
  return (
    <ol className="secs">
      {parts.map((part) => (
        <li key={part.index} className={now !== null && part.index < now ? "done" : ""}>
          <button
            type="button"
            aria-current={part.index === now ? "step" : undefined}
            disabled={part.startMs >= limitMs}
            onClick={() => {
              player?.seek(part.startMs);
              onGo();
            }}
          >
            <b className="num">{part.index}</b>
            <span>{part.title}</span>
            <span className="t1 tn faint">{t`${part.eights}×8`}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The part that plays. */
export function usePart(parts: readonly ClassPart[], player: Player | null): ClassPart | null {
  const [now, setNow] = useState<ClassPart | null>(null);
  useFrames(player, (ms) => setNow(partAt(parts, ms)));
  return now;
}
