import { useEffect, useState, useSyncExternalStore } from "react";

type Toast = { id: number; text: string; action: { label: string; run: () => void } | null };

/** Duration of a toast in milliseconds: longer with an action. */
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

/**
 * Shows a toast at the bottom of the window; `action` (such as undo) is available for 10 s. A new toast
 * replaces the current one.
 */
export function showToast(text: string, action?: { label: string; run: () => void }): void {
  show({ id: nextId++, text, action: action ?? null });
}

/** Container of toasts, once in the shell: a live region that exists before the first announcement. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // A toast that is hovered or focused stays.
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
