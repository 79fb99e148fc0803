import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Room before the start and after the end of the sound, for half of an edge's grip. Pixels. */
export const gripPx = 12;

type Zoom = {
  readonly zoom: number;
  readonly pxPerMs: number;
  readonly onZoom: (zoom: number) => void;
};

/**
 * Zooms by two fingers and by the wheel with Ctrl, about what is under them. By buttons and keys, about the middle.
 * @param scroller what is zoomed and scrolls
 */
export function useZoomGestures(scroller: RefObject<HTMLElement | null>, zoomed: Zoom): void {
  const latest = useRef(zoomed);
  /** What stays in place: a moment, and its place in the scroller after the room at the start; null: the middle. */
  const anchor = useRef<{ readonly ms: number; readonly x: number } | null>(null);
  const before = useRef(zoomed.pxPerMs);
  useLayoutEffect(() => {
    latest.current = zoomed;
    const box = scroller.current;
    if (!box || before.current === zoomed.pxPerMs) return;
    const middleX = box.clientWidth / 2 - gripPx;
    const middle = { ms: (box.scrollLeft + middleX) / before.current, x: middleX };
    const { ms, x } = anchor.current ?? middle;
    if (before.current > 0) box.scrollLeft = ms * zoomed.pxPerMs - x;
    before.current = zoomed.pxPerMs;
    anchor.current = null;
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const zoomAbout = (clientX: number, factor: number): void => {
      const { zoom, pxPerMs, onZoom } = latest.current;
      const x = clientX - box.getBoundingClientRect().left - gripPx;
      anchor.current = { ms: (box.scrollLeft + x) / pxPerMs, x };
      onZoom(zoom * factor);
    };
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAbout(event.clientX, Math.exp(-event.deltaY / 100));
    };
    let apart = 0;
    const onTouch = (event: TouchEvent): void => {
      const [one, other] = event.touches;
      if (!one || !other) return;
      event.preventDefault();
      const now = Math.max(1, Math.abs(one.clientX - other.clientX));
      if (event.type === "touchmove" && apart > 0) zoomAbout((one.clientX + other.clientX) / 2, now / apart);
      apart = now;
    };
    const active = { passive: false };
    box.addEventListener("wheel", onWheel, active);
    box.addEventListener("touchstart", onTouch, active);
    box.addEventListener("touchmove", onTouch, active);
    return () => {
      box.removeEventListener("wheel", onWheel);
      box.removeEventListener("touchstart", onTouch);
      box.removeEventListener("touchmove", onTouch);
    };
  }, [scroller]);
}
