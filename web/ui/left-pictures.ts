/** The images that were on the screen of the page that was left last, so that the next page can go on from one of them. */

export interface LeftPicture {
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

/** Keeps the images on the screen: for `beforeShow` of a page that goes on from them. */
export function keepLeftPictures(): void {
  left.clear();
  for (const image of document.images) {
    if (image.naturalWidth === 0) continue;
    const box = image.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue;
    const name = nameOf(image.currentSrc);
    if (box.width > (left.get(name)?.box.width ?? 0)) left.set(name, { src: image.currentSrc, box });
  }
}

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
