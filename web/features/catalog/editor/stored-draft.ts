import type { ClassDraft } from "./class-draft.ts";

/** What is typed and not saved, with what the server had when it was typed. */
export type StoredDraft = {
  readonly draft: ClassDraft;
  /** Null for a class that isn't made yet. */
  readonly seen: { readonly revision: number; readonly draft: ClassDraft } | null;
  /** With this the class is made, once however often it is sent. */
  readonly idempotencyKey: string;
};

const keyOf = (name: string): string => `eightcount.class-draft.${name}`;

/** What this tab keeps of a class that was typed at; null where that is nothing. */
export function readStoredDraft(name: string): StoredDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as StoredDraft | null;
  } catch {
    return null;
  }
}

/** Keeps what is typed for as long as the tab lives; null forgets it. */
export function storeDraft(name: string, kept: StoredDraft | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(name), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // A browser that keeps nothing: leaving the page warns all the same.
  }
}
