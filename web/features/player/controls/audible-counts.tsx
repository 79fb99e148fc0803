import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { BeatGrid } from "../engine/beat-grid.ts";
import { createClickTrack, openClickSound, type ClickTrack } from "../engine/click-track.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { useFrames } from "./use-player.ts";

type AudibleCountsProps = { player: Player | null; state: PlayerState | null; grid: BeatGrid };

/** A switch for clicks on every count while a class plays, the first of each eight higher. */
export function AudibleCounts({ player, state, grid }: AudibleCountsProps) {
  const { t } = useLingui();
  const track = useRef<ClickTrack | null>(null);
  const isWanted = useRef(false);
  const [isOn, setOn] = useState(false);
  useFrames(player, (positionMs) => {
    if (state) track.current?.follow(grid, { positionMs, rate: state.rate, isPlaying: state.playing });
  });
  const turnOff = (): void => {
    isWanted.current = false;
    track.current?.stop();
    track.current = null;
  };
  useEffect(() => () => track.current?.stop(), [player]);
  useEffect(() => turnOff, []);
  const toggle = async (): Promise<void> => {
    turnOff();
    setOn(!isOn);
    if (isOn) return;
    isWanted.current = true;
    const sound = await openClickSound();
    // It was turned off while the sound opened.
    if (!isWanted.current) return;
    if (sound) track.current = createClickTrack(sound);
    else {
      setOn(false);
      showToast(t`Couldn’t start the sound. Try again.`);
    }
  };
  return (
    <Button size="s" chosen={isOn} aria-pressed={isOn} onClick={() => void toggle()}>
      {t`Click track`}
    </Button>
  );
}
