import type { MouseEvent } from "react";
import { isPlainClick } from "../../../lib/plain-click.ts";
import { keepPreview, type ClassPreview } from "./class-preview.ts";

/** What a page shows of a class: the transition's name, which is also the class page's CSS class, and where a card or the hero has it. */
const parts = [
  ["class-picture", ".media, .stage"],
  ["class-title", ".card-name, .d1"],
  ["class-facts", ".by"],
] as const;

function nameOne(part: HTMLElement | null | undefined, name: string): void {
  if (part) part.style.viewTransitionName = name;
}

/**
 * For the `onClick` of a link in a class's card (`.card`) or in the hero (`.stage`): the class page starts with what is shown of it.
 * Names image, title and facts for the View Transition that the press starts: they travel to their places on the class page. Only the
 * pressed one has the names: two elements of one name would cancel the transition.
 */
export function showPressed(event: MouseEvent<HTMLElement>, found: ClassPreview): void {
  if (!isPlainClick(event)) return;
  keepPreview(found);
  const card = event.currentTarget.closest<HTMLElement>(".card, .stage");
  for (const [name, place] of parts) {
    // The page's own parts, and those of a card whose page didn't open, give up the names.
    for (const other of document.querySelectorAll<HTMLElement>(`.${name}, [style*=${name}]`))
      nameOne(other, "none");
    nameOne(card?.matches(place) ? card : card?.querySelector<HTMLElement>(place), name);
  }
}
