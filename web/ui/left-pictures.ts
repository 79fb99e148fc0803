/** The images, the title and the facts of the page that was left last, so that the next page can go on from them. */

export interface LeftPicture {
  readonly element: HTMLImageElement;
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

/** Where a text of the page before was. */
interface LeftText {
  readonly box: DOMRect;
  readonly fontSize: number;
  readonly leftAt: number;
}

/** The title that belongs to the pressed link; null once the next page's has grown from it. */
let title: LeftText | null = null;
/** The facts that belong to it, as a copy; null once the next page shows them. */
let facts: (LeftText & { readonly copy: Element }) | null = null;
/** Time in which the next page's text may still go on from it, in milliseconds. */
const textStaysMs = 1_000;

const isOnScreen = ({ width, top, bottom }: DOMRect): boolean =>
  width > 0 && bottom >= 0 && top <= innerHeight;

const fontSizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

/** What belongs to a link to a class: on the class's own page the page's parts, else those of the card around the link. */
function partOfLink(link: Element, path: string, onPage: string, onCard: string): Element | null {
  if (location.pathname === path) return document.querySelector(onPage);
  return link.closest("article, li, section")?.querySelector(onCard) ?? null;
}

function leftText(element: Element | null | undefined): LeftText | null {
  const box = element?.getBoundingClientRect();
  return element && box && isOnScreen(box)
    ? { box, fontSize: fontSizeOf(element), leftAt: performance.now() }
    : null;
}

/**
 * Keeps the images, the title and the facts on the screen: for `beforeShow` of a page that goes on from them.
 * @param path of the class that is about to be shown
 */
export function keepLeftPictures(path: string): void {
  left.clear();
  for (const image of document.images) {
    if (image.naturalWidth === 0) continue;
    const box = image.getBoundingClientRect();
    if (!isOnScreen(box)) continue;
    const name = nameOf(image.currentSrc);
    if (box.width > (left.get(name)?.box.width ?? 0)) left.set(name, { element: image, box });
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`a[href^="${path}"]`)].filter(
    ({ pathname }) => pathname === path || pathname.startsWith(`${path}/`),
  );
  const link = links.find((one) => one.matches(":hover, :focus")) ?? links[0];
  const image = link && partOfLink(link, path, ".class-picture img", "img");
  pressed = image instanceof HTMLImageElement ? leftPictureOf(image.currentSrc) : null;
  title = leftText(link && partOfLink(link, path, ".class-title", ".card-name, .d1"));
  const byline = link && partOfLink(link, path, ".class-facts", ".by");
  const place = leftText(byline);
  facts = byline && place ? { ...place, copy: byline.cloneNode(true) as Element } : null;
}

/** The image of the class whose link was pressed last; null if its card has none on the screen. */
export const pressedPicture = (): LeftPicture | null => pressed;

/** The image in any size; null if the page before didn't show it. */
export const leftPictureOf = (url: string | null | undefined): LeftPicture | null =>
  (url && left.get(nameOf(url))) || null;

const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Moves a title from the place of that of the pressed link to its own, once per press. */
export function moveTitle(element: HTMLElement | null): void {
  if (!element || !title) return;
  moveText(element, title);
  title = null;
}

/** Shows the facts of the pressed link in `place`, and moves them there, once per press. */
export function moveFacts(place: HTMLElement | null): void {
  if (!place || !facts) return;
  const { copy } = facts;
  copy.className = "by class-facts";
  place.replaceChildren(copy);
  moveText(copy, facts);
  facts = null;
}

function moveText(element: Element, { box: from, fontSize, leftAt }: LeftText): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || isCalm() || performance.now() > leftAt + textStaysMs) return;
  // The boxes differ in width, and the text begins at the same edge of both.
  const isRtl = getComputedStyle(element).direction === "rtl";
  const x = isRtl ? from.right - to.right : from.x - to.x;
  const transformOrigin = isRtl ? "100% 0" : "0 0";
  const scale = fontSize / fontSizeOf(element);
  element.animate(
    {
      transformOrigin: [transformOrigin, transformOrigin],
      transform: [`translate(${x}px, ${from.y - to.y}px) scale(${scale})`, "none"],
    },
    growth,
  );
}

/**
 * Grows `element` from the place of an image on the page before to its own. A View Transition would do the same, but holds the page
 * back for its snapshots.
 */
export function growFrom({ box: from }: LeftPicture, element: HTMLElement): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || isCalm()) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  element.animate(
    { transform: [`translate(${x}px, ${y}px) scale(${from.width / to.width})`, "none"] },
    growth,
  );
}
