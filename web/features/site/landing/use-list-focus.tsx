import { useRef, useState, type ReactNode, type RefObject } from "react";

/** For a list in a form whose entries move and are removed. */
export function useListFocus<Box extends HTMLElement>(): {
  /** Goes on an element around the list. */
  box: RefObject<Box | null>;
  /** Render it: what screen readers say of the last change. */
  status: ReactNode;
  /** Says what changed, and focuses the first element in the box that fits the selector. */
  follow: (change: string, selector: string) => void;
} {
  const box = useRef<Box>(null);
  const [said, setSaid] = useState("");
  return {
    box,
    status: (
      <p className="sr-only" role="status">
        {said}
      </p>
    ),
    follow: (change, selector) => {
      setSaid(change);
      // After the render that the change leads to.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
    },
  };
}

/** Selects a button of `EntryActs` of the entry with this id. */
export const actOf = (id: string, act: "up" | "down" | "remove"): string =>
  `[data-entry="${id}"] [data-act="${act}"]`;
