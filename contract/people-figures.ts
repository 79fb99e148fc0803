import type { CohortSplit } from "./cohort-splits.ts";

/**
 * The fields of each figure that opens its people, in the order of its text. Moments are ISO 8601, months `YYYY-MM`, an empty
 * currency is any, an empty age is a whole cohort.
 */
const fields = {
  /** Members who began to pay in a month, or those of them who still did some months later. */
  cohort: ["month", "age", "split", "value"],
  /** Accounts created within a span, without guests. */
  joined: ["from", "until"],
  /** Accounts of which someone danced since a moment. */
  danced: ["from"],
  /** Trials that end before a moment. */
  trials_ending: ["until"],
  /** Trials that began within a span. */
  trials_started: ["from", "until"],
  /** Whose plan ended within a span. */
  churned: ["from", "until", "reason", "phase"],
  /** Who canceled within a span, at once or at the end of a term. */
  canceled: ["from", "until"],
  /** Whose net MRR changed in a month. */
  mrr: ["month", "currency", "change"],
  /** Who has a pass, and who bought it within a span. */
  pass_running: ["plan", "currency"],
  pass_sold: ["from", "until", "plan", "currency"],
  /** Whose payment is being tried again. */
  dunning: ["currency"],
  /** Whose payment was recovered, or given up, within a span. */
  recovered: ["from", "until", "currency"],
  lost: ["from", "until", "currency"],
} as const;

export type FigureKind = keyof typeof fields;
export const figureKinds = Object.keys(fields) as FigureKind[];

type Narrowed = {
  readonly split: CohortSplit;
  readonly phase: "trial" | "paid" | "any";
  readonly change: "new" | "more" | "less" | "left" | "back";
};
const choices: { readonly [Field in keyof Narrowed]: readonly Narrowed[Field][] } = {
  split: ["all", "plan", "source", "first_class"],
  phase: ["trial", "paid", "any"],
  change: ["new", "more", "less", "left", "back"],
};
const patterns: Readonly<Record<string, RegExp>> = {
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  age: /^\d{0,3}$/,
  from: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  until: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  currency: /^([A-Z]{3})?$/,
};

/** A figure of a report, by which the list of people shows those whom it counts. */
export type PeopleFigure = {
  readonly [Kind in FigureKind]: { readonly kind: Kind } & {
    readonly [Field in (typeof fields)[Kind][number]]: Field extends keyof Narrowed
      ? Narrowed[Field]
      : string;
  };
}[FigureKind];

const separator = "~";
const escaped = (value: string): string => encodeURIComponent(value).replaceAll(separator, "%7E");
function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A figure as an address names it: `mrr~2026-11~EUR~left`. */
export const writeFigure = (figure: PeopleFigure): string =>
  [figure.kind, ...fields[figure.kind].map((name) => (figure as Readonly<Record<string, string>>)[name]!)]
    .map(escaped)
    .join(separator);

/** Reads what `writeFigure` wrote; null for anything else. */
export function readFigure(text: string): PeopleFigure | null {
  const [kind, ...values] = text.split(separator).map(unescaped);
  const names = fields[kind as FigureKind] as readonly string[] | undefined;
  if (!names || names.length !== values.length) return null;
  const isValid = names.every((name, at) => {
    const value = values[at];
    if (value === null || value === undefined) return false;
    const allowed: readonly string[] | undefined = choices[name as keyof Narrowed];
    if (allowed) return allowed.includes(value);
    if ((name === "from" || name === "until") && Number.isNaN(Date.parse(value))) return false;
    return patterns[name]?.test(value) ?? true;
  });
  if (!isValid) return null;
  return Object.fromEntries([["kind", kind], ...names.map((name, at) => [name, values[at]])]) as PeopleFigure;
}
