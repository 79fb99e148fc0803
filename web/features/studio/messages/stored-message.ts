import type { MessageDraft } from "./message-draft.ts";

/** A message that isn't saved, with its id and its version at the time of editing. */
type StoredMessage = {
  readonly draft: MessageDraft;
  readonly id: string;
  readonly version: number;
};

/** Names the draft of an announcement that isn't saved yet. */
export const unsavedName = "new";
/** Names the draft of a step of a series. @param id null: of one that isn't saved yet */
export const stepName = (series: string, id: string | null): string => `${series}.${id ?? unsavedName}`;
const keyOf = (name: string): string => `eightcount.announcement-draft.${name}`;

/** Reads an unsaved message from this tab's storage; null if there is none. @param name its id, `unsavedName` or a `stepName` */
export function readStoredMessage(name: string): StoredMessage | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as StoredMessage | null;
  } catch {
    return null;
  }
}

/** Stores an unsaved message for the lifetime of the tab; null removes it. */
export function storeMessage(name: string, stored: StoredMessage | null): void {
  try {
    if (stored) sessionStorage.setItem(keyOf(name), JSON.stringify(stored));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is unavailable: leaving the page still warns.
  }
}
