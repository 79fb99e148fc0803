import { useLingui } from "@lingui/react/macro";
import { Minus, Play, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { graphql } from "../../../../graphql/graphql.ts";
import { useQuery } from "../../../../graphql/hooks.ts";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { createBeatGrid } from "../../../player/public/counts.ts";
import type { EditedClass } from "../edited-class.ts";
import { formatMoment, snapped } from "../timeline/eights.ts";
import { useSound } from "../timeline/use-sound.ts";
import { usePreviewControl } from "../use-preview-control.ts";
import { eightsOf, lengthOf, longest, stretchFrom, type Length, type Stretch } from "./trailer-stretch.ts";
import { TrailerStrip } from "./trailer-strip.tsx";

const TrailerProposal = graphql(`
  query TrailerProposal($classId: ID!) {
    editedClass(classId: $classId) {
      id
      trailerProposal {
        fromMs
        toMs
      }
    }
  }
`);

type TrailerChooserProps = {
  found: EditedClass;
  isBusy: boolean;
  onChoose: (stretch: Stretch) => void;
  onClose: () => void;
};

/** Chooses the stretch of a class that is its trailer: the present one, or the liveliest music, and from there by hand. */
export function TrailerChooser({ found, isBusy, onChoose, onClose }: TrailerChooserProps) {
  const { t } = useLingui();
  const durationMs = found.durationInMs ?? 0;
  const { beatGrid, sound, peaks, problem } = useSound(found.id, found.sound?.version ?? "");
  const grid = useMemo(() => createBeatGrid(beatGrid ?? []), [beatGrid]);
  const drawn = useMemo(
    () => ({ peaks, peaksPerSecond: sound?.peaksPerSecond ?? 1, segments: sound?.segments ?? [] }),
    [peaks, sound],
  );
  const [{ data, error }] = useQuery({
    query: TrailerProposal,
    variables: { classId: found.id },
    requestPolicy: "network-only",
    pause: sound === null,
  });
  const proposal = data?.editedClass.trailerProposal ?? null;
  const [moved, setMoved] = useState<Stretch | null>(null);
  const { playStretch, positionMs } = usePreviewControl(durationMs);
  // What it was before a move to where less of it fits.
  const [wanted, setWanted] = useState<Length | null>(null);
  const from = (ms: number, length: Length): Stretch => stretchFrom(grid, ms, length, durationMs);
  const isListening = !found.trailer && !data && !error && problem === null;
  const stretch = moved ?? found.trailer ?? proposal ?? (isListening ? null : from(0, longest));
  if (!stretch)
    return <p role="status" className="t1 muted">{t`Looking for the liveliest music in the class`}</p>;
  const length = wanted ?? lengthOf(grid, stretch);
  const move = (ms: number, isFree: boolean): void => {
    setWanted(length);
    setMoved(from(isFree ? ms : snapped(grid, ms), length));
  };
  const eights = eightsOf(grid, stretch);
  const longerBy = (by: 1 | -1): Stretch => from(stretch.fromMs, { ...length, eights: eights + by });
  const resize = (by: 1 | -1): void => {
    setWanted(lengthOf(grid, longerBy(by)));
    setMoved(longerBy(by));
  };
  const [start, end] = [formatMoment(stretch.fromMs), formatMoment(stretch.toMs)];
  const canGrow = eightsOf(grid, longerBy(1)) > eights;
  const canShrink = eights > 1 && eightsOf(grid, longerBy(-1)) < eights;
  const isProposed =
    proposal !== null && proposal.fromMs === stretch.fromMs && proposal.toMs === stretch.toMs;
  return (
    <div className="stack gap-2">
      <TrailerStrip stretch={stretch} durationMs={durationMs} sound={drawn} grid={grid} onMove={move} />
      <div className="row wrap gap-2">
        <span className="t1 tn">
          {start}–{end}
        </span>
        <IconButton
          icon={Play}
          label={t`Play this stretch`}
          onClick={() => playStretch(stretch.fromMs, stretch.toMs)}
        />
        {eights > 0 && (
          <>
            <IconButton
              icon={Minus}
              label={t`One eight shorter`}
              aria-disabled={!canShrink}
              onClick={() => canShrink && resize(-1)}
            />
            <IconButton
              icon={Plus}
              label={t`One eight longer`}
              aria-disabled={!canGrow}
              onClick={() => canGrow && resize(1)}
            />
          </>
        )}
      </div>
      <div className="row wrap gap-2">
        <Button size="s" busy={isBusy} onClick={() => onChoose(stretch)}>{t`Set as trailer`}</Button>
        {proposal && !isProposed && (
          <Button
            size="s"
            tone="line"
            onClick={() => {
              setWanted(null);
              setMoved(proposal);
            }}
          >{t`Suggest the liveliest music`}</Button>
        )}
        <Button size="s" tone="line" onClick={() => move(positionMs(), false)}>
          {t`Start at the video’s position`}
        </Button>
        <Button size="s" tone="bare" onClick={onClose}>{t`Cancel`}</Button>
      </div>
      <p className="t1 muted pretty">{t`Drag the trailer, or move it with the arrow keys. Alt moves by one count.`}</p>
    </div>
  );
}
