/** Staff who see the pages of a member in this tab, read-only. The server decides what they see; this names its ticket. */
const storageKey = "eightcount.see-as";

/** The stored ticket of this tab, with its id first; null without one. `see-as-ticket.ts` reads the rest. */
export function seeAsOfTab(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null; // storage is blocked
  }
}

/** The id of a stored ticket, which requests name. */
export const ticketOf = (stored: string): string => stored.split(" ", 1)[0]!;

/** Begins to see as a member: pages that load from now on are theirs. */
export const storeSeeAs = (stored: string): void => sessionStorage.setItem(storageKey, stored);

/** Ends it: pages that load from now on are the viewer's own. */
export const clearSeeAs = (): void => sessionStorage.removeItem(storageKey);
