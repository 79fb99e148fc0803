import { toDecimal } from "../../../../contract/formats/numbers.ts";

/** A value that an act changed, or a fact about the act if it has no earlier value. */
export interface AuditChange {
  /** The name of the value; `value` if the act has only one. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
type Details = Readonly<Record<string, unknown>>;

/** The details of an entry as a list: what it changed from and to, then its facts. */
export function changesOf(details: Details): AuditChange[] {
  const { before, after, ...others } = details;
  const { from, to, ...rest } = others;
  // `from` alone is the day on which something starts.
  const facts = to === undefined ? others : rest;
  return [
    ...changed("value", before, after),
    ...(to === undefined ? [] : changed("value", from, to)),
    ...Object.entries(facts).flatMap(([field, value]) =>
      isPair(value) ? changed(field, value["before"], value["after"]) : changed(field, null, value),
    ),
  ];
}

const isRecord = (value: unknown): value is Details =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPair = (value: unknown): value is Details => isRecord(value) && "before" in value && "after" in value;

/** Values that differ. Objects are compared field by field. */
function changed(field: string, before: unknown, after: unknown): AuditChange[] {
  if (isRecord(before) || isRecord(after)) {
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
      leaf(field === "value" ? name : `${field}.${name}`, old[name], now[name]),
    );
  }
  return leaf(field, before, after);
}

function leaf(field: string, before: unknown, after: unknown): AuditChange[] {
  const change = { field, before: textOf(before), after: textOf(after) };
  return change.before === change.after ? [] : [change];
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => itemOf(one)).join(", ") || null;
  return isRecord(value) ? itemOf(value) : JSON.stringify(value);
}

/** An item of a list: a price as its amount, and others by what they are called. */
function itemOf(item: unknown): string {
  if (!isRecord(item)) return String(item);
  const { amount, currencyCode, label, title, name, slug, ...others } = item;
  if (typeof amount === "number" && typeof currencyCode === "string")
    return [others["countryCode"], toDecimal(amount, currencyCode), currencyCode].filter(Boolean).join(" ");
  const called = [label, title, name, slug].find((text) => typeof text === "string" && text !== "");
  return typeof called === "string" ? called : JSON.stringify(item);
}
