import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/** Closes a `details` element as a menu closes: by Escape, a press elsewhere, or when the focus leaves it. */
export function useDetailsMenu(): {
  box: RefObject<HTMLDetailsElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLDetailsElement>) => void;
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
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void => {
    if (key !== "Escape" || !currentTarget.open) return;
    currentTarget.open = false;
    currentTarget.querySelector("summary")?.focus();
  };
  return { box, onKeyDown };
}
