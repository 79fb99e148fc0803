import type { MouseEvent } from "react";

const name = "class-picture";

/**
 * For the `onClick` of a card's link: names the card's image (`.media`) for the View Transition that the
 * press starts.
 * The image then grows into the class page's image (`.class-picture`). Only the pressed card has the name:
 * two elements of one name would cancel the transition.
 */
export function nameCardPicture(event: MouseEvent<HTMLElement>): void {
  for (const earlier of document.querySelectorAll<HTMLElement>(".media[data-pressed]")) {
    earlier.style.viewTransitionName = "";
    delete earlier.dataset["pressed"];
  }
  // From one class to the next: the page's own image gives up the name to the card.
  document.querySelector<HTMLElement>(".class-picture")?.style.setProperty("view-transition-name", "none");
  const picture = event.currentTarget.querySelector<HTMLElement>(".media");
  if (!picture) return;
  picture.style.viewTransitionName = name;
  picture.dataset["pressed"] = "";
}
