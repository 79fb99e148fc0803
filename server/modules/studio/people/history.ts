import { permissions } from "../../../../contract/staff.ts";
import type { Permission } from "../../../../contract/staff.ts";
import type { Ctx, Role } from "../../../ctx.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { listSentEmails } from "../../../platform/mail/sent-emails.ts";
import type { Delivery } from "../../../platform/mail/sent-emails.ts";
import { billingEventsOf } from "../../billing/index.ts";
import { classLoader } from "../../catalog/index.ts";
import { reportsOf } from "../../community/index.ts";
import { auditEventsOf, listProfilesOf, noteEventsOf } from "../../identity/index.ts";
import { practiceDaysOf } from "../../practice/index.ts";

/** What an event is about. Stored nowhere. */
export const personEventKinds = [
  "plan",
  "paid",
  "refunded",
  "credit",
  "staff",
  "practice",
  "email",
  "note",
  "report",
  "reported",
] as const;
export type PersonEventKind = (typeof personEventKinds)[number];

/** Parts that a history is filtered by. */
export const historyParts = ["plan", "money", "practice", "emails", "notes", "reports", "staff"] as const;
export type HistoryPart = (typeof historyParts)[number];

/** Something that happened to an account. Amounts in minor units. */
export interface PersonEvent {
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly kind: PersonEventKind;
  readonly what: string;
  readonly planName?: string | null;
  readonly amount?: number | null;
  readonly currencyCode?: string | null;
  readonly days?: number | null;
  readonly staffId?: string | null;
  readonly delivery?: Delivery;
  readonly contentType?: string;
  readonly started?: number;
  readonly completed?: number;
  readonly classIds?: readonly string[];
}
export interface PersonEventPage {
  readonly items: readonly PersonEvent[];
  readonly nextCursor: string | null;
}

/** Acts that the page shows elsewhere: a change of the plan or the money, and a note, is an event of its own. */
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

interface Asked {
  readonly accountId: string;
  readonly first: number;
  readonly before: { readonly at: string; readonly id: string } | null;
}
interface Source {
  readonly parts: readonly HistoryPart[];
  /** Who may see its events. */
  readonly permission: Permission;
  list(ctx: Ctx, asked: Asked, part: HistoryPart | null): Promise<readonly PersonEvent[]>;
}

/** The ids of all profiles of an account. */
const profileIds = async (ctx: Ctx, accountId: string): Promise<string[]> =>
  (await listProfilesOf(ctx.db, [accountId])).map(({ id }) => id);

const sources: readonly Source[] = [
  {
    parts: ["plan", "money"],
    permission: "managePlans",
    list: (ctx, asked, part) =>
      billingEventsOf(ctx, { ...asked, kinds: part && (part === "plan" ? "plan" : "money") }),
  },
  {
    parts: ["staff"],
    permission: "seePeople",
    list: async (ctx, asked) =>
      (await auditEventsOf(ctx, asked)).map((event) => ({ ...event, kind: "staff" })),
  },
  {
    parts: ["practice"],
    permission: "seePeople",
    list: async (ctx, { accountId, ...asked }) => {
      const ids = await profileIds(ctx, accountId);
      const days = await practiceDaysOf(ctx, { ...asked, ids, timeZone: ctx.studio.timeZone });
      return days.map((day) => ({ ...day, kind: "practice", what: "" }));
    },
  },
  {
    parts: ["emails"],
    permission: "seePeople",
    list: async (ctx, { accountId: personId, ...asked }) =>
      (await listSentEmails(ctx.db, { ...asked, personId })).map(({ subject, ...email }) => ({
        ...email,
        kind: "email",
        what: subject,
      })),
  },
  {
    parts: ["notes"],
    permission: "seePeople",
    list: async (ctx, asked) =>
      (await noteEventsOf(ctx, asked)).map(({ text, ...note }) => ({ ...note, kind: "note", what: text })),
  },
  {
    parts: ["reports"],
    permission: "moderate",
    list: async (ctx, { accountId, ...asked }) => {
      const found = await reportsOf(ctx, { ...asked, ids: await profileIds(ctx, accountId) });
      return found.map(({ reason, ...event }) => ({ ...event, what: reason }));
    },
  },
];

const may = (role: Role | undefined, permission: Permission): boolean =>
  role === "admin" || (permissions[permission] as readonly (Role | undefined)[]).includes(role);

/**
 * A page of everything that happened to an account, newest first: what the viewer may see of it. The caller has checked that the
 * viewer is staff.
 * @param page.part null for all
 * @throws BadInput
 */
export async function historyOf(
  ctx: Ctx,
  accountId: string,
  page: { readonly first: number | null; readonly after: string | null; readonly part: HistoryPart | null },
): Promise<PersonEventPage> {
  const first = pageSize(page.first);
  const key = decodeCursor(page.after, ["timestamp", "string"]);
  const asked = { accountId, first: first + 1, before: key && { at: key[0], id: key[1] } };
  const { part } = page;
  const wanted = sources.filter(
    ({ parts, permission }) => may(ctx.viewer?.role, permission) && (part === null || parts.includes(part)),
  );
  const found = await Promise.all(wanted.map((source) => source.list(ctx, asked, part)));
  const all = found
    .flat()
    .sort(
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

/** The titles of the classes of a day's practice; those that are deleted are left out. */
export async function practicedTitles(ctx: Ctx, { classIds = [] }: PersonEvent): Promise<string[]> {
  const classes = await Promise.all(classIds.map((id) => classLoader(ctx).load(id)));
  return classes.flatMap((one) => (one ? [one.title] : []));
}
