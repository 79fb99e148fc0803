import { useState } from "react";
import { cueAt, type Cue } from "../core/cues.ts";
import type { Player } from "../core/player.ts";
import { useFrames } from "./use-player.ts";

/** Captions in a strip of their own: they never cover the feet, and mirroring the picture leaves them readable. */
export function CaptionStrip({ player, cues }: { player: Player | null; cues: readonly Cue[] }) {
  const [text, setText] = useState("");
  useFrames(player, (ms) => setText(cueAt(cues, ms)?.text ?? ""));
  return <p className="cap">{text}</p>;
}
