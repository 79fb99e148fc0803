import { normalizeEmail } from "../../identity/index.ts";
import { readName } from "../../../platform/text.ts";
import { DomainError } from "../../../platform/errors.ts";
import type { MemberField } from "./fields.ts";

/** Faults of a row that keep a person from being invited. */
export const rowFaults = ["no_email", "bad_email", "duplicate", "unknown_plan", "bad_day"] as const;
export type RowFault = (typeof rowFaults)[number];

/** What becomes of a row. `known`: the address has an account, which stays as it is. */
export const rowStates = [...rowFaults, "ready", "known", "invited", "failed"] as const;
export type RowState = (typeof rowStates)[number];

/** A person of a list, as one row says. */
export interface ListedMember {
  readonly email: string;
  readonly name: string;
  /** What they may watch for free, and until when; null: nothing. */
  readonly access: { readonly planId: string; readonly until: Date } | null;
  /** Customer at Stripe. */
  readonly customer: string | null;
  /** Whether the file says that they want news by email. */
  readonly hasConsent: boolean;
}

/** A plan as files may name it. */
export interface NamedPlan {
  readonly id: string;
  readonly name: string;
}

/** How the rows of an import are read. */
export interface RowReading {
  readonly fields: readonly (MemberField | null)[];
  readonly plans: readonly NamedPlan[];
  /** For rows that name none. */
  readonly planId: string | null;
  readonly accessUntil: Date | null;
  readonly now: Date;
}

const maxName = 80;
const maxYears = 10;
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const refusals =
  /^(?:0|n|no|false|off|none|never|never subscribed|unsubscribed|not subscribed|opted out|cleaned|archived|nein)$/i;
const agreements = /^(?:1|y|yes|true|on|x|subscribed|opted in|confirmed|ja|sí|si)$/i;

/** Year, month and day of a date as spreadsheets and services write it; null if it is none. */
function dayOf(text: string): [number, number, number] | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .*)?$/.exec(text);
  if (dotted) return [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])];
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? .*)?$/.exec(text);
  if (slashed) {
    const [one, other] = [Number(slashed[1]), Number(slashed[2])];
    // The services write the month first; a number above 12 is a day.
    return one > 12 ? [Number(slashed[3]), other, one] : [Number(slashed[3]), one, other];
  }
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:,? .*)?$/i.exec(text);
  const month = named ? months.indexOf(named[1]!.toLowerCase()) + 1 : 0;
  return named && month > 0 ? [Number(named[3]), month, Number(named[2])] : null;
}

/** The last second of a day, UTC; null for no day. */
function readDay(text: string): Date | null {
  const [year, month, day] = dayOf(text.trim()) ?? [];
  if (!year || !month || !day) return null;
  const end = new Date(Date.UTC(year, month - 1, day, 23, 59, 59));
  return end.getUTCMonth() === month - 1 && end.getUTCDate() === day ? end : null;
}

/** Whether a cell says that a person wants emails; a day, such as Mailchimp's of the confirmation, says so too. */
function readConsent(text: string): boolean {
  const word = text.trim();
  return word !== "" && !refusals.test(word) && (agreements.test(word) || readDay(word) !== null);
}

/** A name that can be greeted: that of the file, else what stands before the @. */
function nameOf(cells: Readonly<Partial<Record<MemberField, string>>>, email: string): string {
  const given = cells.name || [cells.first_name, cells.last_name].filter(Boolean).join(" ");
  const local = email.split("@")[0]!.replaceAll(/[._+-]+/g, " ");
  for (const candidate of [given, local])
    try {
      return readName(candidate.slice(0, maxName), "name", maxName);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  return "Member";
}

/** What a person may watch, or the fault that says why that can't be told. */
function accessOf(
  cells: Readonly<Partial<Record<MemberField, string>>>,
  reading: RowReading,
): ListedMember["access"] | RowFault {
  const wanted = cells.plan?.toLowerCase();
  const plan = wanted
    ? reading.plans.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
    : reading.plans.find(({ id }) => id === reading.planId);
  if (wanted && !plan) return "unknown_plan";
  const until = cells.access_until ? readDay(cells.access_until) : reading.accessUntil;
  if (cells.access_until && !until) return "bad_day";
  if (!plan || !until || until <= reading.now) return null;
  if (until.getUTCFullYear() > reading.now.getUTCFullYear() + maxYears - 1) return "bad_day";
  return { planId: plan.id, until };
}

/** Reads a row. @returns the person, or the first fault */
export function readRow(cells: readonly string[], reading: RowReading): ListedMember | RowFault {
  const found: Partial<Record<MemberField, string>> = {};
  for (const [at, field] of reading.fields.entries())
    if (field) found[field] = found[field] || (cells[at] ?? "").trim();
  if (!found.email) return "no_email";
  let email: string;
  try {
    email = normalizeEmail(found.email);
  } catch (error) {
    if (error instanceof DomainError) return "bad_email";
    throw error;
  }
  const access = accessOf(found, reading);
  if (typeof access === "string") return access;
  return {
    email,
    name: nameOf(found, email),
    access,
    customer: /^cus_\w{1,60}$/.test(found.customer ?? "") ? found.customer! : null,
    hasConsent: readConsent(found.consent ?? ""),
  };
}
