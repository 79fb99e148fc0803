import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { Box } from "../engine/drawing.ts";
import { centered, focusAt, framedBox, type Framing } from "../engine/framing.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** The box of the whole image in `frame` now; outside of the frame it is clipped. */
export function currentBox(
  frame: HTMLElement,
  player: Player | null,
  framing: Framing | null | undefined,
): Box {
  const { videoWidth, videoHeight } = player?.picture ?? { videoWidth: 0, videoHeight: 0 };
  const focus = focusAt(framing ?? centered, player?.positionMs ?? 0);
  return framedBox(
    { width: frame.clientWidth, height: frame.clientHeight },
    videoHeight > 0 ? videoWidth / videoHeight : 16 / 9,
    { spread: (framing ?? centered).spread, focus: player?.state.mirrored ? 1 - focus : focus },
  );
}

/** The box of the class's image, where the dancer is elsewhere than in the video and which isn't mirrored. */
const posterBox = (
  { clientWidth: width, clientHeight: height }: HTMLElement,
  framing: Framing | null | undefined,
  focus: number,
): Box => framedBox({ width, height }, 16 / 9, { spread: (framing ?? centered).spread, focus });

/**
 * Places the image in `frame` by CSS properties, at each resize and as the dancer moves.
 * @param posterFocus of the class's image while it is shown instead of the video; null: as the video
 */
export function useFraming(
  frame: RefObject<HTMLElement | null>,
  player: Player | null,
  framing: Framing | null | undefined,
  posterFocus: number | null,
): void {
  const placed = useRef("");
  const place = (): void => {
    if (!frame.current) return;
    const { left, top, width, height } =
      posterFocus === null
        ? currentBox(frame.current, player, framing)
        : posterBox(frame.current, framing, posterFocus);
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
  useLayoutEffect(() => latest.current(), [posterFocus]);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  useFrames(player, () => latest.current());
}
