import { readFigure } from "../../../../contract/people-figures.ts";
import type { PeopleFigure } from "../../../../contract/people-figures.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { payerShapeOf, payerStages } from "../../billing/index.ts";
import type { PayerStage } from "../../billing/index.ts";
import { peopleQuery } from "../../identity/index.ts";
import { isRareStyle } from "../../practice/index.ts";
import { dayOf } from "../days.ts";
import type { PeopleParams, PeopleShape } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

const dayMs = 86_400_000;
const maxSearchLength = 200;

/** When a person danced last, as staff filter by it. */
export const dancedFilters = [
  "within_7_days",
  "within_30_days",
  "over_14_days_ago",
  "over_30_days_ago",
  "over_90_days_ago",
  "never",
] as const;
export type DancedFilter = (typeof dancedFilters)[number];

/** All filters combine. Days are of the calendar in UTC, `YYYY-MM-DD`. */
export interface PeopleFilter {
  readonly search: string | null;
  readonly stage: PayerStage | null;
  readonly planId: string | null;
  readonly countryCode: string | null;
  /** ISO 4217: what the plan is paid in. */
  readonly currencyCode: string | null;
  readonly joinedFrom: string | null;
  /** The last day, inclusive. */
  readonly joinedUntil: string | null;
  readonly danced: DancedFilter | null;
  /** A promo code that they redeemed, in any case. */
  readonly coupon: string | null;
  /** A style that they danced, by its slug; with `danced`, when they danced it. */
  readonly style: string | null;
  /** People whom a figure of a report counts, as `writeFigure` names it. It combines with no other filter. */
  readonly figure: string | null;
}

/** An invoice number or the last four digits of a card are found beside names. */
function searchOf(search: string) {
  const typed = search.trim();
  if (typed.length > maxSearchLength)
    throw new BadInput(
      "search",
      msg("Search for at most {maxSearchLength} characters.", { maxSearchLength }),
    );
  return {
    words: peopleQuery(typed),
    number: /^[A-Za-z]{1,8}-/.test(typed) ? typed.toUpperCase() : null,
    digits: /^\d{4}$/.test(typed) ? typed : null,
  };
}

/** A style that was danced at any time is one that was danced since the beginning of time. */
const ever = new Date(0);

function dancedOf(danced: DancedFilter | null, style: string | null, now: Date) {
  if (danced === null && style !== null) return { danced: "since", dancedAt: ever } as const;
  if (danced === null) return { danced: "any", dancedAt: null } as const;
  if (danced === "never") return { danced, dancedAt: null } as const;
  const days = Number(/\d+/.exec(danced)![0]);
  return {
    danced: danced.startsWith("within") ? "since" : "before",
    dancedAt: new Date(now.getTime() - days * dayMs),
  } as const;
}

/** The figure of a filter; null without one. @throws BadInput */
function figureOf({ figure, ...others }: PeopleFilter): PeopleFigure | null {
  if (figure === null) return null;
  const found = readFigure(figure);
  if (!found) throw new BadInput("figure", inEnglish("This isn’t a figure of a report."));
  if (Object.values(others).some((value) => value !== null && value !== ""))
    throw new BadInput("figure", inEnglish("A figure combines with no other filter."));
  return found;
}

/** The parameters of a figure; null where it has none. */
function figureParamsOf(figure: PeopleFigure | null) {
  const given = (figure ?? {}) as Partial<Record<string, string>>;
  const date = (text: string | undefined) => (text ? new Date(text) : null);
  const { phase } = given;
  return {
    figureFrom: given["month"] ? new Date(`${given["month"]}-01T00:00:00Z`) : date(given["from"]),
    figureUntil: date(given["until"]),
    figureCurrency: given["currency"] || null,
    figureWord: given["value"] ?? given["change"] ?? given["plan"] ?? (given["reason"] || null),
    figurePhase: phase === undefined || phase === "any" ? null : phase,
    figureSplit: given["split"] ?? null,
    figureAge: given["age"] ? Number(given["age"]) : null,
  };
}

/**
 * The parts and parameters of the statement that a filter needs.
 * @throws BadInput
 */
export function readFilter(
  filter: PeopleFilter,
  now: Date,
): { shape: PeopleShape; params: Omit<PeopleParams, "afterJoined" | "afterId" | "first"> } {
  const { stage, planId, countryCode, currencyCode, coupon, style } = filter;
  const typed = searchOf(filter.search ?? "");
  const { danced, dancedAt } = dancedOf(filter.danced, style, now);
  const figure = figureOf(filter);
  const params: Omit<PeopleParams, "afterJoined" | "afterId" | "first"> = {
    ...typed,
    ...figureParamsOf(figure),
    style,
    planId,
    countryCode: countryCode?.toUpperCase() ?? null,
    currencyCode: currencyCode?.toUpperCase() ?? null,
    joinedFrom: dayOf(filter.joinedFrom, "joinedFrom"),
    joinedBefore: dayOf(filter.joinedUntil, "joinedUntil", 1),
    dancedAt,
    coupon: coupon?.trim().toUpperCase() ?? null,
  };
  if (figure)
    return { shape: { source: figure.kind, payer: null, danced: "any" } satisfies PeopleShape, params };
  const shape: PeopleShape = {
    source:
      typed.words !== null
        ? "words"
        : coupon !== null
          ? "coupon"
          : style !== null && danced === "since"
            ? "style"
            : "everyone",
    payer: payerShapeOf({ stage, planId, countryCode, currencyCode }),
    danced,
  };
  return { shape, params };
}

/**
 * A filter as the address of a CSV writes it; unknown names are ignored.
 * @throws BadInput for an unknown value
 */
export function filterOfQuery(query: Readonly<Record<string, unknown>>): PeopleFilter {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | null => {
    const value = text(name);
    const found = values.find((one) => one === value);
    if (value !== null && !found)
      throw new BadInput(name, inEnglish(`${name} must be one of: ${values.join(", ")}.`));
    return found ?? null;
  };
  return {
    search: text("search"),
    stage: oneOf("stage", payerStages),
    planId: text("plan"),
    countryCode: text("country"),
    currencyCode: text("currency"),
    joinedFrom: text("from"),
    joinedUntil: text("until"),
    danced: oneOf("danced", dancedFilters),
    coupon: text("coupon"),
    style: text("style"),
    figure: text("figure"),
  };
}

/**
 * How the people of a filter are found, for `readFilter`'s result: those who danced a style that few danced are listed from these
 * dancers, those of a common style among all people, who are walked from the newest.
 */
export async function settleSource<Read extends ReturnType<typeof readFilter>>(
  ctx: Pick<Ctx, "db">,
  read: Read,
): Promise<Read> {
  const { shape, params } = read;
  if (shape.source !== "style" || params.style === null || (await isRareStyle(ctx, params.style)))
    return read;
  return { ...read, shape: { ...shape, source: "everyone" } };
}
