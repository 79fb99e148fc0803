import { useEffect, useState, useSyncExternalStore } from "react";

type Toast = { id: number; text: string; action: { label: string; run: () => void } | null };

/** How long one stands, in milliseconds: longer with something to press. */
const plainMs = 6_000;
const actionMs = 10_000;

let shown: Toast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function show(toast: Toast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says what just happened, at the foot of the window; `action` (an undo) can be pressed for 10 s. A new one takes its place. */
export function showToast(text: string, action?: { label: string; run: () => void }): void {
  show({ id: nextId++, text, action: action ?? null });
}

/** Where toasts appear, once in the shell: a live region that stands before anything is said. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribe, () => shown);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // Whoever points at it or has the focus in it is still reading.
    if (!toast || held) return;
    const timer = setTimeout(() => show(null), toast.action ? actionMs : plainMs);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <div className="toasts" role="status">
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
                show(null);
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
