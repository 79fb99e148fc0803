import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import type { ClassPart } from "../engine/clock.ts";
import type { Player } from "../engine/player.ts";
import { PartList } from "./part-list.tsx";
import { Rail } from "./rail.tsx";

/** The sidebar: the parts of the class, and room for tools. */
export function PartsRail({
  ref,
  parts,
  player,
  durationMs,
  isPreview,
}: {
  ref: RefObject<HTMLDialogElement | null>;
  parts: readonly ClassPart[];
  player: Player | null;
  durationMs: number;
  isPreview: boolean;
}) {
  const { t } = useLingui();
  return (
    <Rail ref={ref} label={t`Parts`}>
      <nav aria-label={t`Parts`}>
        <div data-slot="set-list" />
        <PartList parts={parts} player={player} limitMs={durationMs} onGo={() => ref.current?.close()} />
        {isPreview && <p className="note">{t`Preview: first 30 seconds`}</p>}
      </nav>
      <div data-slot="map" />
      <div data-slot="rail" />
    </Rail>
  );
}
