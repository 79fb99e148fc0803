import { startTransition, useEffect, useState } from "react";

/** Rows that the first view has room for, as skeletons. */
const firstRowCount = 2;

/**
 * How many of `total` rows to draw: one more in each frame, so that no press waits until all of them are drawn. Once all are there, rows
 * that come later are drawn at once, and cut no other off.
 */
export function useShownRows(total: number, startsWhole: boolean): number {
  const [count, setCount] = useState(startsWhole ? Infinity : firstRowCount);
  useEffect(() => {
    if (count === Infinity) return;
    const next = count < total ? count + 1 : Infinity;
    const frame = requestAnimationFrame(() => startTransition(() => setCount(next)));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return count;
}
