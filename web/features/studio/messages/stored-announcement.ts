import type { AnnouncementDraft } from "./announcement-draft.ts";

/** An unsaved announcement, with its id and its version at the time of editing. */
export type StoredAnnouncement = {
  readonly draft: AnnouncementDraft;
  readonly id: string;
  readonly version: number;
};

/** Names the draft of an announcement that isn't saved yet. */
export const unsavedName = "new";
const keyOf = (name: string): string => `eightcount.announcement-draft.${name}`;

/** Reads an unsaved announcement from this tab's storage; null if there is none. @param name its id, or `unsavedName` */
export function readStoredAnnouncement(name: string): StoredAnnouncement | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as StoredAnnouncement | null;
  } catch {
    return null;
  }
}

/** Stores an unsaved announcement for the lifetime of the tab; null removes it. */
export function storeAnnouncement(name: string, stored: StoredAnnouncement | null): void {
  try {
    if (stored) sessionStorage.setItem(keyOf(name), JSON.stringify(stored));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is unavailable: leaving the page still warns.
  }
}
