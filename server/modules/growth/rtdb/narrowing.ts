import { compareKeys } from "./tree.ts";

/** One end of a range: a value, and a key among children with that value. */
export interface Bound {
  readonly value: unknown;
  /** Null: the value alone. */
  readonly key: string | null;
  readonly isInclusive: boolean;
}

/** Ordering, range and limits of a list of children, from the query string. */
export interface Narrowing {
  /** `$key`, `$value`, `$priority`, or a path into each child. */
  readonly orderBy: string;
  readonly start: Bound | null;
  readonly end: Bound | null;
  readonly limitToFirst: number | null;
  readonly limitToLast: number | null;
}

// Null, false, true, numbers, text, objects:
// https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-ordered-data
function rankOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === "number") return 3;
  return typeof value === "string" ? 4 : 5;
}
function compareValues(a: unknown, b: unknown): number {
  const [first, second] = [rankOf(a), rankOf(b)];
  if (first !== second) return first - second;
  if (first === 3) return (a as number) - (b as number);
  if (first === 4) return (a as string) < (b as string) ? -1 : a === b ? 0 : 1;
  return 0;
}

/** Returns a value's children that match a query, in its order; null if there are none. */
export function narrow(
  value: unknown,
  { orderBy, start, end, limitToFirst, limitToLast }: Narrowing,
): unknown {
  if (typeof value !== "object" || value === null) return null;
  const path = orderBy.split("/").filter(Boolean);
  const orderOf = (child: unknown): unknown =>
    orderBy === "$value"
      ? child
      : orderBy === "$priority"
        ? null
        : path.reduce<unknown>(
            (at, key) =>
              typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : null,
            child,
          );
  const byKey = orderBy === "$key";
  const compareTo = (key: string, child: unknown, bound: Bound): number => {
    if (byKey) return compareKeys(key, String(bound.value));
    const order = compareValues(orderOf(child), bound.value);
    return order !== 0 || bound.key === null ? order : compareKeys(key, bound.key);
  };
  let entries = Object.entries(value).filter(([, child]) => child !== null);
  entries.sort(
    ([a, first], [b, second]) =>
      (byKey ? 0 : compareValues(orderOf(first), orderOf(second))) || compareKeys(a, b),
  );
  if (start)
    entries = entries.filter(([key, child]) => {
      const order = compareTo(key, child, start);
      return order > 0 || (order === 0 && start.isInclusive);
    });
  if (end)
    entries = entries.filter(([key, child]) => {
      const order = compareTo(key, child, end);
      return order < 0 || (order === 0 && end.isInclusive);
    });
  if (limitToFirst !== null) entries = entries.slice(0, limitToFirst);
  if (limitToLast !== null) entries = entries.slice(-limitToLast);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
