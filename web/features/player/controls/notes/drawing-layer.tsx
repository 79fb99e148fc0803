import { useRef, useState, type PointerEvent } from "react";
import { type Box, type Drawing, pathOf, thinned } from "../../engine/drawing.ts";
import type { Stage } from "../practice-tools.tsx";
import { currentBox } from "../use-framing.ts";
import { useFrames } from "../use-player.ts";

const isSameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

/** Drawing on the video, mirrored with it. With `onStroke` one can draw: each line comes as shares of the unmirrored image. */
export function DrawingLayer({
  stage,
  strokes,
  onStroke,
}: {
  stage: Stage;
  strokes: Drawing["strokes"];
  onStroke?: (stroke: readonly number[]) => void;
}) {
  const { player, state } = stage;
  const { framing } = stage.playback;
  const layer = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  // The box changes with the window, with the dancer, and when the device is turned, once the other version has loaded.
  useFrames(player, () => {
    if (!layer.current) return;
    const now = currentBox(layer.current, player, framing);
    setBox((before) => (before && isSameBox(before, now) ? before : now));
  });
  const [drawn, setDrawn] = useState<readonly number[] | null>(null);
  const at = (event: PointerEvent<HTMLDivElement>): readonly [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    if (!box) return [0, 0];
    const within = (share: number) => Math.min(1, Math.max(0, share));
    const x = within((event.clientX - left - box.left) / box.width);
    return [state.mirrored ? 1 - x : x, within((event.clientY - top - box.top) / box.height)];
  };
  const end = (): void => {
    if (drawn) onStroke?.(thinned(drawn));
    setDrawn(null);
  };
  return (
    <div
      ref={layer}
      className={`note-lines ${onStroke ? "is-drawing" : ""}`}
      aria-hidden="true"
      {...(onStroke && {
        onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn(at(event));
        },
        onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
          if (drawn) setDrawn([...drawn, ...at(event)]);
        },
        onPointerUp: end,
        onPointerCancel: () => setDrawn(null),
      })}
    >
      {box && (
        <svg viewBox="0 0 1600 900" preserveAspectRatio="none" style={box}>
          {[...strokes, ...(drawn ? [drawn] : [])].map((stroke, index) => (
            <path
              key={index}
              d={pathOf(stroke.length === 2 ? [...stroke, ...stroke] : stroke, state.mirrored)}
            />
          ))}
        </svg>
      )}
    </div>
  );
}
