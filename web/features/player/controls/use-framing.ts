import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { Box } from "../engine/drawing.ts";
import { centered, focusAt, framedBox, posterBox, type Framing } from "../engine/framing.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });
const framingNow = (player: Player | null, framing: Framing | null | undefined) => ({
  spread: (framing ?? centered).spread,
  focus: focusAt(framing ?? centered, player?.positionMs ?? 0),
});

/** The box of the whole image in `frame` now; outside of the frame it is clipped. */
export function currentBox(
  frame: HTMLElement,
  player: Player | null,
  framing: Framing | null | undefined,
): Box {
  const { videoWidth, videoHeight } = player?.picture ?? { videoWidth: 0, videoHeight: 0 };
  const { spread, focus } = framingNow(player, framing);
  return framedBox(sizeOf(frame), videoHeight > 0 ? videoWidth / videoHeight : 16 / 9, {
    spread,
    focus: player?.state.mirrored ? 1 - focus : focus,
  });
}

/** The class's image, which is shown until the video's first frame. */
export interface Poster {
  /** Which place of it stays in narrow crops, as CSS writes a position from the left; null: no editor chose one. */
  readonly imageFocus: string | null;
}

/**
 * Places the image in `frame` by CSS properties, at each resize and as the dancer moves.
 * @param poster while it is shown instead of the video; else null
 */
export function useFraming(
  frame: RefObject<HTMLElement | null>,
  player: Player | null,
  framing: Framing | null | undefined,
  poster: Poster | null,
): void {
  const position = poster?.imageFocus ? Number.parseFloat(poster.imageFocus) / 100 : null;
  const placed = useRef("");
  const place = (): void => {
    if (!frame.current) return;
    const { left, top, width, height } = poster
      ? posterBox(sizeOf(frame.current), framingNow(player, framing), position)
      : currentBox(frame.current, player, framing);
    const next = [top, left, width, height].map((value) => `${Math.round(value)}px`).join(" ");
    if (next === placed.current) return;
    placed.current = next;
    for (const [index, value] of next.split(" ").entries())
      frame.current.style.setProperty(
        ["--image-top", "--image-left", "--image-width", "--image-height"][index]!,
        value,
      );
  };
  const latest = useRef(place);
  latest.current = place;
  const hasPoster = poster !== null;
  useLayoutEffect(() => latest.current(), [hasPoster, position]);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  useFrames(player, () => latest.current());
}
