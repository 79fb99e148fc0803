import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { onToast, replaceToast, shownToast } from "./toast.ts";

/** Duration of a toast in milliseconds: longer with an action. */
const plainMs = 6_000;
const actionMs = 10_000;
/** Between a toast and the button under it. */
const gapPx = 8;

/** Raises a toast that would cover a form's submit button: the next press may be for it. */
function liftOverSubmit(box: HTMLElement): void {
  box.style.translate = "";
  const own = box.firstElementChild!.getBoundingClientRect();
  for (const button of document.querySelectorAll("[type=submit]")) {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    if (top < own.bottom && bottom > own.top && left < own.right && right > own.left)
      box.style.translate = `0 ${top - own.bottom - gapPx}px`;
  }
}

/** Container of toasts, once in the app: a live region, which must exist before the first announcement. */
export function Toasts() {
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
    if (toast) liftOverSubmit(box.current!);
  }, [toast]);
  return (
    <div className="toasts" role="status" ref={box}>
      {toast && (
        <div
          className="toast"
          key={toast.id}
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
      )}
    </div>
  );
}
