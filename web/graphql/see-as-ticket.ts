import { clearSeeAs, storeSeeAs } from "./see-as.ts";

/** By what staff see the pages of a member in this tab. Apart from `see-as.ts`, which every page loads. */
export type SeeAs = { id: string; personId: string; name: string; endsAt: string };

/** Stores a ticket for the pages that load from now on. */
export const storeTicket = ({ id, ...rest }: SeeAs): void => storeSeeAs(`${id} ${JSON.stringify(rest)}`);

/** The ticket in its stored form; null, and forgotten, for foreign data. */
export function readSeeAs(stored: string): SeeAs | null {
  const space = stored.indexOf(" ");
  try {
    const { personId, name, endsAt } = JSON.parse(stored.slice(space + 1)) as Partial<SeeAs>;
    if (typeof personId === "string" && typeof name === "string" && typeof endsAt === "string")
      return { id: stored.slice(0, space), personId, name, endsAt };
  } catch {
    // Forgotten below.
  }
  clearSeeAs();
  return null;
}
