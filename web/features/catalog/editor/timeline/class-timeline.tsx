import "./timeline.css";
import { useLingui } from "@lingui/react/macro";
import { Pause, Play, Redo2, StepBack, StepForward, Undo2, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { createBeatGrid } from "../../../player/public/counts.ts";
import type { PartDraft } from "../class-draft.ts";
import type { EditedClass } from "../edited-class.ts";
import { usePreviewControl } from "../use-preview-control.ts";
import { snapped, stepByEight } from "./eights.ts";
import {
  addAt,
  blockAt,
  blocksOf,
  boundsOf,
  mergeWithNext,
  moveEdge,
  splitAt,
  type Block,
} from "./part-edits.ts";
import { ProposeParts } from "./propose-parts.tsx";
import { TimelineLanes } from "./timeline-lanes.tsx";
import { keyHandler } from "./timeline-keys.ts";
import { usePartsHistory } from "./use-parts-history.ts";
import { useSound } from "./use-sound.ts";

/** Pixels of a millisecond when zoomed in fully. */
const maxPxPerMs = 0.2;

type ClassTimelineProps = {
  found: EditedClass;
  parts: readonly PartDraft[];
  /** How often the form took other parts from the server. */
  takenParts: number;
  onChange: (parts: PartDraft[]) => void;
};

/** The sound of a class with its counts, and its parts as blocks whose edges are moved. The list below shows the same parts. */
export function ClassTimeline({ found, parts, takenParts, onChange }: ClassTimelineProps) {
  const { t } = useLingui();
  const durationMs = found.durationInMs ?? 0;
  const section = useRef<HTMLElement>(null);
  const history = usePartsHistory(parts, onChange, takenParts);
  const heard = useSound(found.id, found.sound?.version ?? "");
  const { beatGrid, sound, peaks } = heard;
  const grid = useMemo(() => createBeatGrid(beatGrid ?? []), [beatGrid]);
  const [snaps, setSnaps] = useState(true);
  const [zoom, setZoom] = useState(1);
  const [active, setActive] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const { isPlaying, positionMs, seek, toggle, playStretch } = usePreviewControl(durationMs);
  const snap = (ms: number): number => (snaps ? snapped(grid, ms) : ms);

  // A text that is said again differs by a space: screen readers say only what changes.
  const say = (text: string): void => setSaid((before) => (before === text ? `${text}\u00A0` : text));
  const change = (next: readonly PartDraft[], done: string): void =>
    say(history.apply(next) ? done : t`Nothing changed.`);
  const undo = (): void => say(history.undo() ? t`Undone.` : t`There’s nothing to undo.`);
  const redo = (): void => say(history.redo() ? t`Redone.` : t`There’s nothing to redo.`);
  const chosen = (): Block | undefined => blocksOf(parts).find(({ at }) => at === active);
  /** Moves an edge of the chosen part to the position, if it may be there; otherwise of the part at the position. */
  const setEdge = (side: "start" | "end"): void => {
    const ms = snap(positionMs());
    const [least, most] = active === null ? [0, 0] : boundsOf(parts, active, side, durationMs);
    const block = (least <= ms && ms <= most ? chosen() : null) ?? blockAt(parts, ms);
    if (block) return change(moveEdge(parts, { at: block.at, side }, ms, durationMs), t`Edge moved.`);
    change(side === "start" ? addAt(parts, ms, { title: t`New part`, durationMs }) : parts, t`Part added.`);
  };
  const split = (): void => {
    const ms = snap(positionMs());
    const block = blockAt(parts, ms);
    const next = splitAt(parts, ms);
    change(next, t`Part split.`);
    if (block && next.length > parts.length) setActive(block.at + 1);
  };
  const merge = (): void => {
    const block = chosen() ?? blockAt(parts, positionMs());
    if (block) change(mergeWithNext(parts, block.at), t`Parts merged.`);
  };
  const maxZoom = Math.max(1, (durationMs * maxPxPerMs) / 320);
  const zoomTo = (to: number): void => setZoom(Math.max(1, Math.min(maxZoom, to)));
  const acts = {
    setStart: () => setEdge("start"),
    setEnd: () => setEdge("end"),
    split,
    merge,
    undo,
    redo,
    toggle,
    zoomIn: () => zoomTo(zoom * 2),
    zoomOut: () => zoomTo(zoom / 2),
    move: (direction: 1 | -1) => seek(stepByEight(grid, positionMs(), direction)),
  };
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    // The keys also work beside the video, which is another part of the page.
    const page = section.current?.closest<HTMLElement>(".edit-stage");
    const handle = keyHandler(() => latest.current);
    page?.addEventListener("keydown", handle);
    return () => page?.removeEventListener("keydown", handle);
  }, []);

  return (
    <section className="timeline" aria-label={t`Timeline`} ref={section}>
      <div className="row wrap gap-2 timeline-tools">
        <IconButton icon={StepBack} label={t`Back one eight`} onClick={() => acts.move(-1)} />
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? t`Pause timeline` : t`Play timeline`}
          onClick={toggle}
        />
        <IconButton icon={StepForward} label={t`Forward one eight`} onClick={() => acts.move(1)} />
        <IconButton icon={Undo2} label={t`Undo`} aria-disabled={!history.canUndo} onClick={undo} />
        <IconButton icon={Redo2} label={t`Redo`} aria-disabled={!history.canRedo} onClick={redo} />
        <IconButton icon={ZoomOut} label={t`Zoom out`} aria-disabled={zoom <= 1} onClick={acts.zoomOut} />
        <IconButton icon={ZoomIn} label={t`Zoom in`} aria-disabled={zoom >= maxZoom} onClick={acts.zoomIn} />
        {grid.eights.length > 0 && (
          <label className="row gap-2 timeline-snap">
            <input
              type="checkbox"
              className="check"
              role="switch"
              checked={snaps}
              onChange={(event) => setSnaps(event.target.checked)}
            />
            {t`Snap to eights`}
          </label>
        )}
        <ProposeParts
          proposed={sound?.proposedParts ?? null}
          isAsked={parts.length > 0}
          onAccept={(next) => change(next, t`Parts proposed.`)}
        />
      </div>
      <TimelineLanes
        parts={parts}
        durationMs={durationMs}
        sound={{ peaks, peaksPerSecond: sound?.peaksPerSecond ?? 1, segments: sound?.segments ?? [] }}
        grid={grid}
        snap={snap}
        zoom={zoom}
        onZoom={zoomTo}
        positionMs={positionMs}
        onSeek={seek}
        active={active}
        onActivate={setActive}
        onPlay={({ startMs, endMs }) => playStretch(startMs, endMs)}
        onMoved={(next) => change(next, t`Edge moved.`)}
        onPartMoved={(next) => change(next, t`Part moved.`)}
      />
      <div className="row wrap gap-2 timeline-acts t1">
        <Button size="s" onClick={acts.setStart}>
          {t`Start here`} <kbd aria-hidden="true">I</kbd>
        </Button>
        <Button size="s" onClick={acts.setEnd}>
          {t`End here`} <kbd aria-hidden="true">O</kbd>
        </Button>
        <Button size="s" onClick={split}>
          {t`Split`} <kbd aria-hidden="true">S</kbd>
        </Button>
        <Button size="s" onClick={merge}>
          {t`Merge with next`} <kbd aria-hidden="true">M</kbd>
        </Button>
        <span className="muted pretty">{t`Drag a part or an edge, or move it with the arrow keys. Alt moves by one count.`}</span>
      </div>
      {heard.problem ? (
        <div className="row wrap gap-2 t1">
          <p role="alert" className="hint-bad">
            {heard.problem === "analysis" ? t`Couldn’t analyze the sound.` : t`Couldn’t load the waveform.`}
          </p>
          <Button size="s" busy={heard.isRequesting} onClick={heard.tryAgain}>{t`Try again`}</Button>
        </div>
      ) : (
        sound === null && <p className="t1 muted">{t`The waveform appears when the sound is analyzed.`}</p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </section>
  );
}
