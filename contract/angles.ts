import { localeOf, type Locale } from "./locales.ts";

/**
 * The camera angles that a class may have, in the order of the player's buttons. A class has one to six of them. The first of its own
 * carries the sound and the time, and is uploaded first. Stored, and part of URLs: keys never change.
 */
export const angles = [
  { key: "front", label: { en: "Front", es: "Frente", de: "Vorne" } },
  { key: "back", label: { en: "Back", es: "Espalda", de: "Hinten" } },
  { key: "feet", label: { en: "Feet", es: "Pies", de: "Füße" } },
  { key: "left", label: { en: "Left", es: "Izquierda", de: "Links" } },
  { key: "right", label: { en: "Right", es: "Derecha", de: "Rechts" } },
  { key: "close", label: { en: "Close-up", es: "De cerca", de: "Nah" } },
] as const satisfies readonly { readonly key: string; readonly label: Readonly<Record<Locale, string>> }[];

export type AngleKey = (typeof angles)[number]["key"];
export const angleKeys: readonly AngleKey[] = angles.map(({ key }) => key);
/** The angle that every class has. */
export const mainAngle: AngleKey = angles[0].key;

const labels = new Map<AngleKey, Readonly<Record<Locale, string>>>(
  angles.map(({ key, label }) => [key, label]),
);
/** The name of an angle on buttons. @param locale a language such as `es`, or a tag such as `de-CH` */
export const angleLabel = (key: AngleKey, locale: string): string => labels.get(key)![localeOf(locale)];
/** Sorts angles into the order of the list. */
export const byAngle = (a: AngleKey, b: AngleKey): number => angleKeys.indexOf(a) - angleKeys.indexOf(b);
