import "./first-open.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClassLabels } from "../../catalog/public/labels.ts";
import type { PlayedClass } from "../engine/played-class.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "../controls/use-player.ts";

/** Says from the first frame that this is a preview, how long it lasts, and how to get the whole class. */
export function PreviewChip({
  player,
  studioClass,
  durationMs,
}: {
  player: Player | null;
  studioClass: PlayedClass;
  durationMs: number;
}) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const [left, setLeft] = useState(Math.ceil(durationMs / 1000));
  useFrames(player, (ms) => setLeft(Math.max(0, Math.ceil((durationMs - ms) / 1000))));
  return (
    <p className="pl-chip">
      <span className="strong">{t`Preview`}</span>
      <span className="tn">{t`${left} s left`}</span>
      <span>{labels.opener(studioClass)}</span>
    </p>
  );
}
