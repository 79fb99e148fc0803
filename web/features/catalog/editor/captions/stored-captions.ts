import { useSyncExternalStore } from "react";
import type { CueDraft } from "./caption-draft.ts";

/** Unsaved captions, with the revision at the time of editing. */
export type StoredCaptions = { readonly cues: readonly CueDraft[]; readonly revision: string | null };

const prefixOf = (classId: string): string => `eightcount.captions-draft.${classId}.`;
const keyOf = (classId: string, language: string): string => prefixOf(classId) + language;
const changes = new EventTarget();

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
  changes.dispatchEvent(new Event("change"));
}

/** Languages of a class with unsaved captions in this tab's storage. */
export function useStoredLanguages(classId: string): readonly string[] {
  const tags = useSyncExternalStore(
    subscribe,
    () => storedTags(classId),
    () => "",
  );
  return tags === "" ? [] : tags.split(" ");
}

function subscribe(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  return () => changes.removeEventListener("change", onChange);
}

/** The languages, sorted, between spaces. */
function storedTags(classId: string): string {
  const prefix = prefixOf(classId);
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .toSorted()
      .join(" ");
  } catch {
    return "";
  }
}
