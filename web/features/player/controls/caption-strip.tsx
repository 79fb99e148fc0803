import "./caption-strip.css";
import { useEffect, useState } from "react";
import { cueAt, readCues, type Cue } from "../engine/cues.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** Captions in a strip of their own, so they never cover the feet and stay readable when mirrored. `url`: a WebVTT file. */
export function CaptionStrip({ player, url }: { player: Player; url: string }) {
  const [cues, setCues] = useState<readonly Cue[]>([]);
  const [text, setText] = useState("");
  useEffect(() => {
    let isCanceled = false;
    void readCues(url).then((found) => !isCanceled && setCues(found));
    return () => {
      isCanceled = true;
    };
  }, [url]);
  useFrames(player, (ms) => setText(cueAt(cues, ms)?.text ?? ""));
  return (
    <p className="cap" dir="auto">
      {text}
    </p>
  );
}
