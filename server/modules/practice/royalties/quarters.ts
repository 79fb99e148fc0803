import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** A quarter of a year, such as 2026-Q3, with its days as `YYYY-MM-DD`. */
export interface Quarter {
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The day after the last. */
  readonly nextDay: string;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function quarterAt(year: number, index: number): Quarter {
  const first = new Date(Date.UTC(year, index * 3, 1));
  const next = new Date(Date.UTC(year, index * 3 + 3, 1));
  return {
    name: `${first.getUTCFullYear()}-Q${Math.floor(first.getUTCMonth() / 3) + 1}`,
    firstDay: dayOf(first),
    nextDay: dayOf(next),
    lastDay: dayOf(new Date(Date.UTC(year, index * 3 + 3, 0))),
  };
}

/** The quarter of a day, and those before it, the newest first. @param day `YYYY-MM-DD` */
export function quartersUntil(day: string, count: number): Quarter[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return Array.from({ length: count }, (_, back) => quarterAt(year, Math.floor((month - 1) / 3) - back));
}

/** Parses a quarter that has begun. @param today `YYYY-MM-DD` @throws BadInput */
export function readQuarter(name: string, today: string): Quarter {
  const [, year, index] = /^(\d{4})-Q([1-4])$/.exec(name) ?? [];
  const quarter = year && index ? quarterAt(Number(year), Number(index) - 1) : null;
  if (!quarter || quarter.firstDay > today || Number(year) < 2000)
    throw new BadInput("quarter", inEnglish("Ask for a quarter that has begun, such as 2026-Q3."));
  return quarter;
}
