import { useEffect, useRef, useState } from "react";
import type { PartDraft } from "../class-draft.ts";

/** Changes that can be undone. */
const maxChanges = 200;

/**
 * Undo and redo of a class's parts. What is typed into the list in one go is one change.
 * @param setParts replaces the parts of the form
 */
export function usePartsHistory(parts: readonly PartDraft[], setParts: (parts: PartDraft[]) => void) {
  const json = JSON.stringify(parts);
  const known = useRef({ json, isTyped: false });
  const [past, setPast] = useState<readonly string[]>([]);
  const [future, setFuture] = useState<readonly string[]>([]);
  const remember = (before: string): void => setPast((all) => [...all, before].slice(-maxChanges));
  useEffect(() => {
    const before = known.current;
    if (json === before.json) return;
    if (!before.isTyped) remember(before.json);
    known.current = { json, isTyped: true };
    setFuture([]);
  }, [json]);
  const show = (next: string): void => {
    known.current = { json: next, isTyped: false };
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
    undo: (): void => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      setFuture([json, ...future]);
      show(before);
    },
    redo: (): void => {
      const [next, ...rest] = future;
      if (next === undefined) return;
      setFuture(rest);
      remember(json);
      show(next);
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
