/** What people type into the form of an experiment. Pure. */

/** A typed number, with a point or a comma; NaN for anything else. */
export const numberOf = (text: string): number =>
  /^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.trim().replace(",", ".")) : Number.NaN;

/** A typed whole number, also with separators of thousands: 1,000 is a thousand; NaN for anything else. */
export const wholeNumberOf = (text: string): number =>
  /^\s*\d{1,3}([.,\s]?\d{3})*\s*$/.test(text) ? Number(text.replaceAll(/\D/g, "")) : Number.NaN;

/** A share of 0 to 1 as it is typed, in percent. */
export const percentText = (share: number): string => String(Math.round(share * 10_000) / 100);

/** Typed country codes, in capital letters. */
export const countriesOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
