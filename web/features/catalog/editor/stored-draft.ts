import type { ClassDraft } from "./class-draft.ts";

/** An unsaved draft, with the server's class at the time of editing. */
export type StoredDraft = {
  readonly draft: ClassDraft;
  /** Null for a class that isn't created yet. */
  readonly seen: { readonly revision: number; readonly draft: ClassDraft } | null;
  /** Makes creation idempotent under retries. */
  readonly idempotencyKey: string;
};

const keyOf = (name: string): string => `eightcount.class-draft.${name}`;

/** Reads the unsaved draft of a class from this tab's storage; null if there is none. */
export function readStoredDraft(name: string): StoredDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as StoredDraft | null;
  } catch {
    return null;
  }
}

/** Stores a draft for the lifetime of the tab; null removes it. */
export function storeDraft(name: string, draft: StoredDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is unavailable: leaving the page still warns.
  }
}
