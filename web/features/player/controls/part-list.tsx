import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { partAt, type ClassPart } from "../engine/clock.ts";
import type { Player } from "../engine/player.ts";
import { EightBlocks } from "./eight-blocks.tsx";
import { useFrames } from "./use-player.ts";

/** The parts of a class in eights, with the current one highlighted; each is a button. Mastery loads later. */
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
            <span className="t1 tn faint" aria-hidden="true">{t`${part.eights}×8`}</span>
            <span className="sr-only">{t`${plural(part.eights, { one: "# eight", other: "# eights" })}`}</span>
          </button>
          <EightBlocks eights={part.eights} level="none" />
          <div className="pl-slot" data-slot={`part-${part.index}`} />
        </li>
      ))}
    </ol>
  );
}

/** The current part. */
export function usePart(parts: readonly ClassPart[], player: Player | null): ClassPart | null {
  const [now, setNow] = useState<ClassPart | null>(null);
  useFrames(player, (ms) => setNow(partAt(parts, ms)));
  return now;
}
