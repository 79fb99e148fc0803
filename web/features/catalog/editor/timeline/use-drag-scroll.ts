import { useEffect, useRef, type RefObject } from "react";

/** How near to an edge a dragging pointer scrolls, and how far for each frame at most. CSS pixels. */
const [edgePx, maxStepPx] = [32, 16];

/**
 * Scrolls a box sideways while a pointer drags at its left or right edge, the faster the further out.
 * @returns to be called with the pointer's place at each movement, and with null at its end; `move` follows each scroll
 */
export function useDragScroll(box: RefObject<HTMLElement | null>) {
  const drag = useRef<{ readonly clientX: number; readonly move: (clientX: number) => void } | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const scroll = (): void => {
    const { current } = drag;
    if (!current || !box.current) return;
    frame.current = requestAnimationFrame(scroll);
    const { left, right } = box.current.getBoundingClientRect();
    const beyond =
      Math.max(0, current.clientX - right + edgePx) - Math.max(0, left + edgePx - current.clientX);
    const before = box.current.scrollLeft;
    box.current.scrollLeft += Math.max(-maxStepPx, Math.min(maxStepPx, beyond / 2));
    if (box.current.scrollLeft !== before) current.move(current.clientX);
  };
  return (clientX: number | null, move: (clientX: number) => void): void => {
    const isRunning = drag.current !== null;
    drag.current = clientX === null ? null : { clientX, move };
    if (drag.current && !isRunning) frame.current = requestAnimationFrame(scroll);
  };
}
