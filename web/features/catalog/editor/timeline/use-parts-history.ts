import { useEffect, useRef, useState } from "react";
import type { PartDraft } from "../class-draft.ts";

/** Changes that can be undone. */
const maxChanges = 200;

/**
 * Undo and redo of a class's parts. What is typed into the list in one go is one change.
 * @param setParts replaces the parts of the form
 * @param taken how often the form took other parts from the server: those aren't undone, nor is what was before them
 */
export function usePartsHistory(
  parts: readonly PartDraft[],
  setParts: (parts: PartDraft[]) => void,
  taken: number,
) {
  const json = JSON.stringify(parts);
  const known = useRef({ json, taken, isTyped: false });
  const [past, setPast] = useState<readonly string[]>([]);
  const [future, setFuture] = useState<readonly string[]>([]);
  const remember = (before: string): void => setPast((all) => [...all, before].slice(-maxChanges));
  useEffect(() => {
    const before = known.current;
    if (taken !== before.taken) {
      known.current = { json, taken, isTyped: false };
      setPast([]);
      setFuture([]);
      return;
    }
    if (json === before.json) return;
    if (!before.isTyped) remember(before.json);
    known.current = { json, taken, isTyped: true };
    setFuture([]);
  }, [json, taken]);
  const show = (next: string): void => {
    known.current = { json: next, taken, isTyped: false };
    setParts(JSON.parse(next) as PartDraft[]);
  };
  return {
    /** Replaces the parts by a change that can be undone. @returns whether there is any */
    apply: (next: readonly PartDraft[]): boolean => {
      const changed = JSON.stringify(next);
      if (changed === json) return false;
      remember(json);
      setFuture([]);
      show(changed);
      return true;
    },
    /** @returns whether there was a change to undo */
    undo: (): boolean => {
      const before = past.at(-1);
      if (before === undefined) return false;
      setPast(past.slice(0, -1));
      setFuture([json, ...future]);
      show(before);
      return true;
    },
    /** @returns whether there was a change to redo */
    redo: (): boolean => {
      const [next, ...rest] = future;
      if (next === undefined) return false;
      setFuture(rest);
      remember(json);
      show(next);
      return true;
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
