/** Reads the dates of tables, as spreadsheets and services write them. Pure. */

import type { DateOrder, SlashedDates } from "../../contract/table-dates.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? .*)?$/;

/** Whether a text is a date of which only its order tells what is the day. */
export const isSlashedDate = (text: string): boolean => slashed.test(text.trim());

/** The order that a column of dates has: a number above 12 is a day. Null if none says it, or if they disagree. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  const found = cells.flatMap((text) => {
    const [, first, second] = slashed.exec(text.trim()) ?? [];
    return first && second ? [{ first: Number(first), second: Number(second) }] : [];
  });
  const isDayFirst = found.some(({ first }) => first > 12);
  const isMonthFirst = found.some(({ second }) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? "day_first" : "month_first";
}

/** How the dates with slashes of a column are read: as all of them together say, else as someone chose. Null if none has slashes. */
export function slashedDatesOf(cells: readonly string[], chosen: DateOrder | null): SlashedDates | null {
  const sample = cells.find(isSlashedDate);
  if (sample === undefined) return null;
  const order = dateOrderOf(cells);
  return { sample: sample.slice(0, 100), order: order ?? chosen, isAmbiguous: order === null };
}

/**
 * A date, at its time if it says one with its zone, else at the start of the day, UTC; null if it is none. With dots the day comes
 * first.
 */
export function readTableDate(text: string, order: DateOrder): Date | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed)) return valid(new Date(trimmed));
  const [year, month, day] = dayOf(trimmed, order) ?? [];
  if (!year || !month || !day) return null;
  const start = new Date(Date.UTC(year, month - 1, day));
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === day ? valid(start) : null;
}

const valid = (at: Date): Date | null => (Number.isNaN(at.getTime()) ? null : at);

function dayOf(text: string, order: DateOrder): [number, number, number] | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? .*)?$/.exec(text);
  if (dotted) return [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])];
  const found = slashed.exec(text);
  if (found) {
    const [one, other] = [Number(found[1]), Number(found[2])];
    return order === "day_first" ? [Number(found[3]), other, one] : [Number(found[3]), one, other];
  }
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:,? .*)?$/i.exec(text);
  const month = named ? months.indexOf(named[1]!.toLowerCase()) + 1 : 0;
  return named && month > 0 ? [Number(named[3]), month, Number(named[2])] : null;
}
