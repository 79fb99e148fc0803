import "./first-open.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { eightAt } from "../engine/beat-grid.ts";
import { Slot, type Stage } from "../controls/practice-tools.tsx";
import { useFrames } from "../controls/use-player.ts";
import {
  hintNames,
  nextHint,
  onEight,
  onUse,
  readDoneHints,
  saveDoneHints,
  type HintName,
  type HintState,
} from "./hints.ts";

/** Three one-line hints of the first class, on a count of 1. Screen readers get them once, as a list. */
export function HintsTool({ screen, player, state, grid }: Stage) {
  const { t } = useLingui();
  const [hints, setHints] = useState<HintState>(() => ({
    done: readDoneHints(localStorage),
    eights: null,
  }));
  useEffect(() => saveDoneHints(localStorage, hints.done), [hints.done]);
  const lastEight = useRef<number | null>(null);
  useFrames(player, (ms) => {
    const startMs = eightAt(grid, ms)?.startMs ?? null;
    if (startMs === lastEight.current) return;
    lastEight.current = startMs;
    if (startMs !== null && player.state.playing) setHints(onEight);
  });
  const hasLoop = state.loop !== null;
  const isSlow = state.rate < 1;
  useEffect(() => {
    if (hasLoop) setHints((now) => onUse(now, "loop"));
    if (isSlow) setHints((now) => onUse(now, "tempo"));
  }, [hasLoop, isSlow]);
  useEffect(() => {
    const press = ({ target }: Event): void => {
      if (target instanceof Element && target.closest(".secs button")) setHints((now) => onUse(now, "parts"));
    };
    screen.addEventListener("click", press);
    return () => screen.removeEventListener("click", press);
  }, [screen]);
  const [listed] = useState(() => hintNames.filter((name) => !hints.done.includes(name)));
  const texts: Record<HintName, string> = {
    parts: t`Tap a part to go there`,
    loop: t`Loop repeats a part`,
    tempo: t`60 is slow, 100 is full tempo`,
  };
  const shown = hints.eights === null ? null : nextHint(hints);
  return (
    <Slot screen={screen} name="over">
      <ul className="sr-only" aria-label={t`Tips`}>
        {listed.map((name) => (
          <li key={name}>{texts[name]}</li>
        ))}
      </ul>
      {shown && (
        <p className="pl-hint" aria-hidden="true">
          {texts[shown]}
        </p>
      )}
    </Slot>
  );
}
