import { dateOrders } from "../../../../contract/table-dates.ts";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import { DomainError } from "../../../platform/errors.ts";
import { isSlashedDate, readTableDate } from "../../../platform/table-dates.ts";
import { readName } from "../../../platform/text.ts";
import { normalizeEmail } from "../../identity/index.ts";
import type { HeldRefs, TakeoverFault } from "../../billing/index.ts";
import { readId } from "./fields.ts";
import type { MemberField } from "./fields.ts";
import { answersFor } from "./held-row.ts";
import type { HeldRow } from "./held-row.ts";
import type { MemberImportRow } from "./store.ts";

/** What keeps the subscription of a row from being taken over. */
const takeoverFaults = [
  "not_found",
  "ended",
  "several",
  "unpaid",
  "paused",
  "scheduled",
  "renewing",
  "no_method",
  "taxed",
  "discounted",
  "unusual",
  "balance",
  "forbidden",
  "customer_taken",
  "changed",
] as const satisfies readonly TakeoverFault[];
type SubscriptionFault = `subscription_${TakeoverFault}`;
const subscriptionFaults = takeoverFaults.map((fault): SubscriptionFault => `subscription_${fault}`);

/** Faults of a row that keep a person from being invited. */
export const rowFaults = [
  "no_email",
  "bad_email",
  "duplicate",
  "unknown_plan",
  "bad_day",
  /** It names a subscription, and no provider here has any. */
  "no_provider",
  /** The provider didn't answer. */
  "unreachable",
  /** No one has said yet which plan its subscription's price stands for. */
  "unknown_price",
  ...subscriptionFaults,
] as const;

/**
 * What becomes of a row. `unchecked`: the provider is being asked. `known`: the address has an account, which stays as it is. A
 * subscription is `taking_over` from when its account was made until ours runs.
 */
export const rowStates = [
  ...rowFaults,
  "unchecked",
  "ready",
  "ready_to_take_over",
  "taking_over",
  "taken_over",
  "known",
  "invited",
  "failed",
] as const;
export type RowState = (typeof rowStates)[number];

/** A person of a list, as one row says. */
export interface ListedMember {
  readonly email: string;
  readonly name: string;
  /** What they may watch for free, and until when; null: nothing. A fault counts unless their subscription is taken over. */
  readonly access: { readonly planId: string; readonly until: Date } | null | "unknown_plan" | "bad_day";
  /** Their customer and subscription at the provider. */
  readonly refs: HeldRefs;
  /** Whether the file says that they want news by email. */
  readonly hasConsent: boolean;
}

/** A plan as files may name it. */
export interface NamedPlan {
  readonly id: string;
  readonly name: string;
}

/** What the studio has for the people of a list. */
export interface Offer {
  readonly plans: readonly NamedPlan[];
  /** Whether a payment provider has subscriptions that can be taken over. */
  readonly hasProvider: boolean;
}

/** How the rows of an import are read. */
export interface RowReading extends Offer {
  readonly fields: readonly (MemberField | null)[];
  /** What names of the list stand for, lower case; null: no plan. */
  readonly planChoices: ReadonlyMap<string, string | null>;
  /** What prices of running subscriptions stand for; null: they aren't taken over. */
  readonly priceChoices: ReadonlyMap<string, string | null>;
  /** For rows that name none. */
  readonly planId: string | null;
  readonly accessUntil: Date | null;
  /** Of dates with slashes; null: no one has said it. */
  readonly dateOrder: DateOrder | null;
  readonly now: Date;
}

/** What names of a list stand for, by the name in lower case. */
export const choicesOf = (choices: MemberImportRow["planChoices"]): RowReading["planChoices"] =>
  new Map(choices.map(({ value, planId }) => [value, planId]));

/** How the rows of an import are read now. */
export const readingOf = (
  { fields, planId, accessUntil, dateOrder, planChoices, priceChoices }: MemberImportRow,
  offer: Offer,
  now: Date,
): RowReading => ({
  ...offer,
  fields,
  planId,
  accessUntil,
  dateOrder,
  planChoices: choicesOf(planChoices),
  priceChoices: choicesOf(priceChoices),
  now,
});

const maxName = 80;
const maxYears = 10;
/** Of a day, after its start. */
const lastSecondMs = (24 * 3600 - 1) * 1000;
const refusals =
  /^(?:0|n|no|false|off|none|never|never subscribed|unsubscribed|not subscribed|opted out|cleaned|archived|nein)$/i;
const agreements = /^(?:1|y|yes|true|on|x|subscribed|opted in|confirmed|ja|sí|si)$/i;

/** The last second of a day, UTC; null for no day, and for one with slashes while their order is open. */
function readDay(text: string, order: DateOrder | null): Date | null {
  if (order === null && isSlashedDate(text)) return null;
  const [day = text] = /^\d{4}-\d{2}-\d{2}(?=T)/.exec(text) ?? [];
  const start = readTableDate(day, order ?? "month_first");
  return start && new Date(start.getTime() + lastSecondMs);
}

/** Whether a cell says that a person wants emails; a day, such as Mailchimp's of the confirmation, says so too. */
function readConsent(text: string): boolean {
  const word = text.trim();
  const isDay = () => dateOrders.some((order) => readTableDate(word, order) !== null);
  return word !== "" && !refusals.test(word) && (agreements.test(word) || isDay());
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

/**
 * What a name of the list stands for: as an admin chose, or else a plan of that id or name.
 * @param wanted lower case
 * @returns null: no plan; undefined: unknown
 */
export function planIdOf(
  wanted: string,
  { plans, planChoices }: Pick<RowReading, "plans" | "planChoices">,
): string | null | undefined {
  const chosen = planChoices.get(wanted);
  if (chosen !== undefined) return chosen;
  return plans.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id;
}

/** What a person may watch, or the fault that says why that can't be told. */
function accessOf(
  cells: Readonly<Partial<Record<MemberField, string>>>,
  reading: RowReading,
): ListedMember["access"] {
  const wanted = cells.plan?.toLowerCase();
  const planId = wanted ? planIdOf(wanted, reading) : reading.planId;
  const plan = reading.plans.find(({ id }) => id === planId);
  if (wanted && planId !== null && !plan) return "unknown_plan";
  const until = cells.access_until ? readDay(cells.access_until, reading.dateOrder) : reading.accessUntil;
  if (cells.access_until && !until) return "bad_day";
  if (!plan || !until || until <= reading.now) return null;
  if (until.getUTCFullYear() > reading.now.getUTCFullYear() + maxYears - 1) return "bad_day";
  return { planId: plan.id, until };
}

/** Reads a row. @returns the person, or why there is none */
export function readRow(
  cells: readonly string[],
  reading: RowReading,
): ListedMember | "no_email" | "bad_email" {
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
  return {
    email,
    name: nameOf(found, email),
    access: accessOf(found, reading),
    refs: {
      customer: readId("customer", found.customer),
      subscription: readId("subscription", found.subscription),
    },
    hasConsent: readConsent(found.consent ?? ""),
  };
}

/**
 * What becomes of someone who isn't known yet.
 * @param held what the provider said of their row; null: it wasn't asked
 */
export function stateOf(member: ListedMember, held: HeldRow | null, reading: RowReading): RowState {
  const { refs, access } = member;
  const asListed = typeof access === "string" ? access : "ready";
  if (!refs.customer && !refs.subscription) return asListed;
  if (!reading.hasProvider) return refs.subscription ? "no_provider" : asListed;
  if (!answersFor(held, refs)) return "unchecked";
  const { found } = held;
  if (found === null) return asListed;
  if (found === "unreachable") return "unreachable";
  if (typeof found === "string") return `subscription_${found}`;
  const planId = reading.priceChoices.get(found.priceRef.toLowerCase());
  if (planId === undefined) return "unknown_price";
  return planId === null ? asListed : "ready_to_take_over";
}
