import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { onToast, replaceToast, shownToast } from "./toast.ts";

/** Duration of a toast in milliseconds: longer with an action. */
const plainMs = 6_000;
const actionMs = 10_000;
/** Between a toast and the button under it. */
const gapPx = 8;

/** Raises a toast that would cover a form's submit button: the next press may be for it. */
function liftOverSubmit(toast: HTMLElement): void {
  toast.style.translate = "";
  const own = toast.getBoundingClientRect();
  for (const button of document.querySelectorAll("[type=submit]")) {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    if (top < own.bottom && bottom > own.top && left < own.right && right > own.left)
      toast.style.translate = `0 ${top - own.bottom - gapPx}px`;
  }
}

/** The toast that is shown, if any. It stands in a `ToastRegion`. */
export function ShownToast() {
  const toast = useSyncExternalStore(onToast, shownToast, () => null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // A toast that is hovered or focused stays.
    if (!toast || held) return;
    const timer = setTimeout(() => replaceToast(null), toast.action ? actionMs : plainMs);
    return () => clearTimeout(timer);
  }, [toast, held]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) liftOverSubmit(box.current);
  }, [toast]);
  if (!toast) return null;
  return (
    <div
      className="toast"
      key={toast.id}
      ref={box}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className="btn btn-s"
          onClick={() => {
            const { run } = toast.action ?? {};
            setHeld(false);
            replaceToast(null);
            run?.();
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  );
}
