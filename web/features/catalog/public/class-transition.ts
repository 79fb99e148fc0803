import type { MouseEvent } from "react";
import { isPlainClick } from "../../../lib/plain-click.ts";

/** What a page shows of a class: the transition's name, which is also the class page's CSS class, and where a card or the hero has it. */
const parts = [
  ["class-picture", ".media, article.stage"],
  ["class-title", ".card-name, .d1"],
  ["class-facts", ".by"],
] as const;

/** The parts of the card that was pressed last. */
let named: HTMLElement[] = [];

function nameOne(part: HTMLElement | null | undefined, name: string): void {
  if (!part) return;
  part.style.viewTransitionName = name;
  named.push(part);
}

/**
 * For the `onClick` of a link in a class's card (`.card`) or in the hero (`.stage`): names image, title and facts for the View
 * Transition that the press starts. They then travel to their places on the class page.
 * Only the pressed one has the names: two elements of one name would cancel the transition.
 */
export function nameClassParts(event: MouseEvent<HTMLElement>): void {
  if (!isPlainClick(event)) return;
  for (const part of named) part.style.viewTransitionName = "";
  named = [];
  const card = event.currentTarget.closest<HTMLElement>(".card, .stage");
  for (const [name, place] of parts) {
    // From one class to the next: the page's own parts give up the names to the card's.
    nameOne(document.querySelector<HTMLElement>(`.${name}`), "none");
    nameOne(card?.matches(place) ? card : card?.querySelector<HTMLElement>(place), name);
  }
}
