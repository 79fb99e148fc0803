/** Portraits that stand for people without a photo: the server stores a choice, the web shows and offers them. */

/** The number of portraits. */
export const faceCount = 8;

/** Path of a portrait. `face`: 1 to `faceCount`. */
export const facePath = (face: number): string => `/faces/face-${face}.svg`;

/** The portrait in an image's path or URL; null if it is another image. */
export function faceOf(url: string | null): number | null {
  const face = /\/faces\/face-([1-8])\.svg$/.exec(url ?? "")?.[1];
  return face ? Number(face) : null;
}

/** The portrait of someone who chose none: the same for the same text, such as a username. */
export function defaultFace(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
  return 1 + (hash % faceCount);
}
