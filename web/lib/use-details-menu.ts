import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/**
 * Closes a `details` element as a menu closes: by Escape, a press elsewhere, or when the focus leaves it.
 * `close` is for a press on an item; the focus goes back to the summary.
 */
export function useDetailsMenu(): {
  box: RefObject<HTMLDetailsElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLDetailsElement>) => void;
  close: () => void;
} {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOnLeave = ({ target }: Event): void => {
      if (box.current && target instanceof Node && !box.current.contains(target)) box.current.open = false;
    };
    addEventListener("pointerdown", closeOnLeave);
    addEventListener("focusin", closeOnLeave);
    return () => {
      removeEventListener("pointerdown", closeOnLeave);
      removeEventListener("focusin", closeOnLeave);
    };
  }, []);
  const close = (): void => {
    if (!box.current?.open) return;
    box.current.open = false;
    box.current.querySelector("summary")?.focus();
  };
  const onKeyDown = ({ key }: KeyboardEvent<HTMLDetailsElement>): void => {
    if (key === "Escape") close();
  };
  return { box, onKeyDown, close };
}
