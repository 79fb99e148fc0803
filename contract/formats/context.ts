/**
 * How one person reads dates, times, numbers, money and names. Pages, emails, pushes, PDFs and calendars use these
 * formats, so that all of them name the same day. `tools/boundaries/` refuses `Intl` elsewhere.
 */
export interface FormatContext {
  /** BCP 47. Decides order, separators, and 12 or 24 hours. */
  readonly locale: string;
  /** IANA name, such as Europe/Zurich. */
  readonly timeZone: string;
}

/** Calls `make` once for each key: Intl's objects are slow to create. */
export function memoized<Value>(make: (...key: string[]) => Value): (...key: string[]) => Value {
  const made = new Map<string, Value>();
  return (...key) => {
    const id = key.join("|");
    let value = made.get(id);
    if (value === undefined) made.set(id, (value = make(...key)));
    return value;
  };
}
