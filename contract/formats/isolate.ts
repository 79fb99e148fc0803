/** Hebrew, Arabic, Syriac, Thaana and their neighbors, with the presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A text to insert into a sentence, isolated if it holds right-to-left script. Without isolation, punctuation and numbers
 * that follow it in the sentence are shown on its wrong side.
 * Source: Unicode Standard Annex #9, FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Values of a sentence with their texts isolated. */
export function isolateValues<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  for (const name in values)
    if (typeof values[name] === "string" && rightToLeft.test(values[name]))
      return Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          typeof value === "string" ? isolate(value) : value,
        ]),
      ) as Values;
  return values;
}
