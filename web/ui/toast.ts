/** A text at the bottom of the window, with an action such as undo or none. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

let shown: Toast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

export const shownToast = (): Toast | null => shown;

/** Shows a toast in place of the current one, or none. */
export function replaceToast(toast: Toast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

/** Calls the listener whenever another toast is to be shown. @returns how to end that */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a toast at the bottom of the window; `action` (such as undo) is available for 10 s. A new toast
 * replaces the current one.
 */
export function showToast(text: string, action?: NonNullable<Toast["action"]>): void {
  replaceToast({ id: nextId++, text, action: action ?? null });
}
