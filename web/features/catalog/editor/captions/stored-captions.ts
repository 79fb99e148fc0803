import type { CueDraft } from "./caption-draft.ts";

/** Unsaved captions, with the revision at the time of editing. */
export type StoredCaptions = { readonly cues: readonly CueDraft[]; readonly revision: string | null };

const keyOf = (classId: string, language: string): string =>
  `eightcount.captions-draft.${classId}.${language}`;

/** Reads unsaved captions from this tab's storage; null if there are none. */
export function readStoredCaptions(classId: string, language: string): StoredCaptions | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(classId, language)) ?? "null") as StoredCaptions | null;
  } catch {
    return null;
  }
}

/** Stores unsaved captions for the lifetime of the tab; null removes them. */
export function storeCaptions(classId: string, language: string, stored: StoredCaptions | null): void {
  try {
    if (stored) sessionStorage.setItem(keyOf(classId, language), JSON.stringify(stored));
    else sessionStorage.removeItem(keyOf(classId, language));
  } catch {
    // Storage is unavailable: leaving the page still warns.
  }
}
