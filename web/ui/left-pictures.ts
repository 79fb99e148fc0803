/** The images that were on the screen of the page that was left last, so that the next page can go on from them. */

export interface LeftPicture {
  readonly element: HTMLImageElement;
  /** URL of the variant that the page showed. */
  readonly src: string;
  /** Where it was, in CSS pixels of the viewport. */
  readonly box: DOMRect;
}

/** The tokens --m-3 and --ease. */
const growth = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.1, 1)" };

/** By the URL without the size; the largest one of each. */
const left = new Map<string, LeftPicture>();
const nameOf = (url: string): string => new URL(url, location.origin).pathname.replace(/-\d+\.webp$/, "");

/** The image that belongs to the link that was pressed. */
let pressed: LeftPicture | null = null;

/** The image that belongs to a link to a class: of the closest element around it that has one, at most its card. */
function pictureOfLink(link: Element, path: string): LeftPicture | null {
  const card = link.closest("article, li, section");
  const around = location.pathname === path ? document.querySelector(".class-picture") : card;
  const image = around?.querySelector("img");
  return image ? leftPictureOf(image.currentSrc) : null;
}

/**
 * Keeps the images on the screen: for `beforeShow` of a page that goes on from them.
 * @param path of the class that is about to be shown
 */
export function keepLeftPictures(path: string): void {
  left.clear();
  for (const image of document.images) {
    if (image.naturalWidth === 0) continue;
    const box = image.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue;
    const name = nameOf(image.currentSrc);
    if (box.width > (left.get(name)?.box.width ?? 0))
      left.set(name, { element: image, src: image.currentSrc, box });
  }
  const links = [...document.querySelectorAll(`a[href^="${path}"]`)];
  const link = links.find((one) => one.matches(":hover, :focus")) ?? links[0];
  pressed = link ? pictureOfLink(link, path) : null;
}

/** The image of the class whose link was pressed last; null if its card has none on the screen. */
export const pressedPicture = (): LeftPicture | null => pressed;

/** The image in any size; null if the page before didn't show it. */
export const leftPictureOf = (url: string | null | undefined): LeftPicture | null =>
  (url && left.get(nameOf(url))) || null;

/**
 * Grows `element` from the place of an image on the page before to its own. A View Transition would do the same, but holds the page
 * back for its snapshots.
 */
export function growFrom({ box: from }: LeftPicture, element: HTMLElement): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  element.animate(
    { transform: [`translate(${x}px, ${y}px) scale(${from.width / to.width})`, "none"] },
    growth,
  );
}
