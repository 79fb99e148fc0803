import type { Ctx } from "../../../ctx.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { billingEventsOf } from "../../billing/index.ts";
import { auditEventsOf } from "../../identity/index.ts";

/** Something that happened to an account: to its plan, to its money, or by staff. Amounts in minor units. */
export interface PersonEvent {
  readonly id: string;
  readonly at: Date;
  readonly kind: "plan" | "paid" | "refunded" | "credit" | "staff";
  readonly what: string;
  readonly planName: string | null;
  readonly amount: number | null;
  readonly currencyCode: string | null;
  readonly days: number | null;
  readonly staffId: string | null;
}
export interface PersonEventPage {
  readonly items: readonly PersonEvent[];
  readonly nextCursor: string | null;
}

/** Acts that the page shows elsewhere: a change of the plan or the money is an event of its own, notes have a list. */
const shownOtherwise: ReadonlySet<string> = new Set([
  "billing.plan_canceled",
  "billing.plan_changed",
  "billing.plan_paused",
  "billing.plan_given",
  "billing.credit_given",
  "billing.invoice_refunded",
  "identity.note_added",
  "identity.note_removed",
]);

/**
 * A page of everything that happened to an account, newest first. The caller has checked that the viewer is staff.
 * @throws BadInput
 */
export async function historyOf(
  ctx: Ctx,
  accountId: string,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<PersonEventPage> {
  const first = pageSize(page.first);
  const key = decodeCursor(page.after, ["timestamp", "string"]);
  const asked = { accountId, first: first + 1, before: key && { at: key[0], id: key[1] } };
  const [billing, audit] = await Promise.all([billingEventsOf(ctx, asked), auditEventsOf(ctx, asked)]);
  const all = [
    ...billing.map((event) => ({ ...event, days: null })),
    ...audit.map((event) => ({
      ...event,
      kind: "staff" as const,
      planName: null,
      amount: null,
      currencyCode: null,
    })),
  ].sort(
    (one, other) =>
      other.at.getTime() - one.at.getTime() ||
      compare(other.position, one.position) ||
      compare(other.id, one.id),
  );
  const items = all.slice(0, first);
  const last = all.length > first ? items.at(-1) : undefined;
  return {
    items: items.filter(({ kind, what }) => kind !== "staff" || !shownOtherwise.has(what)),
    nextCursor: last ? encodeCursor([last.position, last.id]) : null,
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
