import type { MouseEvent } from "react";

const name = "class-picture";

/**
 * For the `onClick` of a card's link: names the card's picture (`.media`) for the View Transition that the press begins, so that it grows into
 * the class page's own picture (`.class-picture`). Only the pressed card has the name: two of one name would end the transition.
 */
export function nameCardPicture(event: MouseEvent<HTMLElement>): void {
  for (const earlier of document.querySelectorAll<HTMLElement>(".media[data-pressed]")) {
    earlier.style.viewTransitionName = "";
    delete earlier.dataset["pressed"];
  }
  // From a class to the next one: the page's own picture lets the card have the name.
  document.querySelector<HTMLElement>(".class-picture")?.style.setProperty("view-transition-name", "none");
  const picture = event.currentTarget.querySelector<HTMLElement>(".media");
  if (!picture) return;
  picture.style.viewTransitionName = name;
  picture.dataset["pressed"] = "";
}
