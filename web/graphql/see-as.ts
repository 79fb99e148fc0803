/** Staff who see the pages of a member in this tab, read-only. The server decides what they see; this names its ticket. */
export type SeeAs = { id: string; personId: string; name: string; endsAt: string };

const storageKey = "eightcount.see-as";

/** The ticket of this tab; null without one, and once its time is over. */
export function seeAsOfTab(): SeeAs | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    if (!text) return null;
    const stored = JSON.parse(text) as Partial<SeeAs> | null;
    const { id, personId, name, endsAt } = stored ?? {};
    if (typeof id !== "string" || typeof personId !== "string" || typeof endsAt !== "string") return null;
    if (Date.parse(endsAt) <= Date.now()) return null;
    return { id, personId, name: name ?? "", endsAt };
  } catch {
    return null; // foreign data, or storage is blocked
  }
}

/** Begins to see as a member: pages that load from now on are theirs. */
export const storeSeeAs = (ticket: SeeAs): void => sessionStorage.setItem(storageKey, JSON.stringify(ticket));

/** Ends it: pages that load from now on are the viewer's own. */
export const clearSeeAs = (): void => sessionStorage.removeItem(storageKey);
