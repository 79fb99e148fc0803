import { useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { mainAngle } from "../../../../contract/angles.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createBeatGrid, type TempoSpan } from "../engine/beat-grid.ts";
import { formatClock } from "../engine/clock.ts";
import { LEAST_TAPS, tempoOfTaps, withOne, withTempo } from "../engine/tapping.ts";
import { AudibleCounts } from "../controls/audible-counts.tsx";
import { CountDisplay } from "../controls/count-display.tsx";
import { usePlayer } from "../controls/use-player.ts";

const SetDraftBeatGridMutation = graphql(`
  mutation SetDraftBeatGrid($classId: ID!, $spans: [TempoSpanInput!]!) {
    setDraftBeatGrid(classId: $classId, spans: $spans) {
      id
      hasCounts
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
    }
  }
`);
const SetBeatGridMutation = graphql(`
  mutation SetBeatGrid($classId: ID!, $spans: [TempoSpanInput!]!) {
    setBeatGrid(classId: $classId, spans: $spans) {
      id
      beatGrid {
        startMs
        endMs
        bpm
        firstBeatMs
      }
    }
  }
`);
type Proposed = TempoSpan & { confidence: number };
/** A class whose counts are set. */
export type CountedClass = {
  id: string;
  durationMs: number;
  hlsUrl: string;
  grid: readonly TempoSpan[];
  proposed: readonly Proposed[];
  title: string;
  isDraft: boolean;
};

/** The video of a class, and its tempo and counts, which are tapped along or taken as proposed. */
export function BeatEditor({ found }: { found: CountedClass }) {
  const { t, i18n } = useLingui();
  const { durationMs, proposed } = found;
  const host = useRef<HTMLDivElement>(null);
  const [spans, setSpans] = useState<readonly TempoSpan[]>(found.grid);
  const [taps, setTaps] = useState<readonly number[]>([]);
  const [{ fetching: isSavingPublished }, savePublished] = useMutation(SetBeatGridMutation);
  const [{ fetching: isSavingDraft }, saveDraft] = useMutation(SetDraftBeatGridMutation);
  const isSaving = isSavingPublished || isSavingDraft;
  const { player, state } = usePlayer(host, found.id, () => ({
    source: { isUpright: false, views: [{ key: mainAngle, label: "", url: found.hlsUrl }], slow: [] },
    startMs: 0,
    durationMs,
    isPreview: false,
    preferences: { angle: mainAngle, mirrored: false, rate: 1, volume: 1, muted: false },
    refresh: async () => null,
    listener: { progressed: () => undefined, interrupted: () => undefined, playbackPaused: () => undefined },
  }));
  const grid = useMemo(() => createBeatGrid(spans), [spans]);
  const tapped = tempoOfTaps(taps);
  const changeHere = (change: (span: TempoSpan, ms: number) => TempoSpan): void => {
    const ms = player?.positionMs ?? 0;
    const whole: TempoSpan = { startMs: 0, endMs: durationMs, bpm: 100, firstBeatMs: 0 };
    if (spans.length === 0) return setSpans([change(whole, ms)]);
    const here = spans.findIndex(({ startMs, endMs }) => ms >= startMs && ms < endMs);
    setSpans(spans.map((span, index) => (index === here ? change(span, ms) : span)));
  };
  const tap = (): void => {
    const ms = player?.positionMs ?? 0;
    const isLater = taps.length > 0 && ms > taps.at(-1)! && ms - taps.at(-1)! < 3_000;
    setTaps(isLater ? [...taps, ms] : [ms]);
  };
  const keys = useRef({ tap, one: (): void => undefined });
  keys.current = { tap, one: () => changeHere(withOne) };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "t") keys.current.tap();
      if (event.key === "1") keys.current.one();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const send = async (): Promise<void> => {
    const plain = spans.map(({ startMs, endMs, bpm, firstBeatMs }) => ({ startMs, endMs, bpm, firstBeatMs }));
    const save = found.isDraft ? saveDraft : savePublished;
    const { error } = await save({ classId: found.id, spans: plain });
    if (error) showToast(t`Couldn’t save. Nothing changed.`);
    else showToast(found.isDraft ? t`Counts saved.` : t`Counts saved for everyone.`);
  };
  const tempo = (bpm: number): string => i18n.number(bpm, { maximumFractionDigits: 1 });
  return (
    <div className="stack gap-8">
      <div className="beat-work">
        <div className="media beat-picture class-picture" data-theme="room">
          <div className="pl-host" ref={host} />
          <CountDisplay player={player} grid={grid} />
        </div>
        <div className="stack">
          <div className="row wrap">
            <Button onClick={() => player?.toggle()}>{state?.playing ? t`Pause` : t`Play`}</Button>
            <Button onClick={() => player?.seek((player?.positionMs ?? 0) - 10_000)}>{t`Back 10 s`}</Button>
            <Button
              onClick={() => player?.seek((player?.positionMs ?? 0) + 10_000)}
            >{t`Forward 10 s`}</Button>
            {spans.length > 0 && <AudibleCounts player={player} state={state} grid={grid} />}
          </div>
          <p className="muted">{t`While it plays, tap every beat (T). Then press 1 on a downbeat.`}</p>
          <div className="row wrap">
            <Button size="l" onClick={tap}>{t`Tap`}</Button>
            <Button size="l" onClick={() => changeHere(withOne)}>{t`This is the “one”`}</Button>
          </div>
          <p className="tn" role="status">
            {tapped ? t`${tempo(tapped.bpm)} BPM` : t`${taps.length} of ${LEAST_TAPS} taps`}
          </p>
          <div className="row wrap">
            {tapped && (
              <Button
                onClick={() => {
                  changeHere((span) => withTempo(span, tapped.bpm, tapped.beatMs));
                  setTaps([]);
                }}
              >{t`Use this tempo`}</Button>
            )}
            <Button
              onClick={() => changeHere((span) => ({ ...span, bpm: span.bpm * 2 }))}
            >{t`Double`}</Button>
            <Button onClick={() => changeHere((span) => ({ ...span, bpm: span.bpm / 2 }))}>{t`Halve`}</Button>
          </div>
        </div>
      </div>
      <section className="stack" aria-labelledby="beat-now">
        <h2 className="t4" id="beat-now">{t`Current counts`}</h2>
        {spans.length === 0 ? (
          <p className="muted">{t`Nothing yet. Tap along, or use the suggestion.`}</p>
        ) : (
          <ul className="beat-spans stack gap-1">
            {spans.map((span) => (
              <li key={span.startMs}>
                <span className="tn">{t`${formatClock(span.startMs)} to ${formatClock(span.endMs)}`}</span>
                <strong className="tn">{t`${tempo(span.bpm)} BPM`}</strong>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button tone="go" busy={isSaving} onClick={() => void send()}>{t`Save counts`}</Button>
        </div>
      </section>
      <section className="stack" aria-labelledby="beat-proposed">
        <h2 className="t4" id="beat-proposed">{t`Suggested from audio`}</h2>
        {proposed.length === 0 ? (
          <p className="muted">{t`No steady beat found.`}</p>
        ) : (
          <>
            <ul className="beat-spans stack gap-1">
              {proposed.map((span) => (
                <li key={span.startMs}>
                  <span className="tn">{t`${formatClock(span.startMs)} to ${formatClock(span.endMs)}`}</span>
                  <strong className="tn">{t`${tempo(span.bpm)} BPM`}</strong>
                  <span className="muted tn">{t`${Math.round(span.confidence * 100)}% confidence`}</span>
                </li>
              ))}
            </ul>
            <div>
              <Button onClick={() => setSpans(proposed)}>{t`Use suggestion`}</Button>
            </div>
          </>
        )}
      </section>
    </div>
  );
}
