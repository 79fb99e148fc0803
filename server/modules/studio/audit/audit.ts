import { actionsOf, auditKinds } from "../../../../contract/audit-actions.ts";
import type { AuditKind } from "../../../../contract/audit-actions.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { BadInput } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import {
  peopleQuery,
  personLoader,
  recordAuditEntry,
  requireConfirmedStaff,
  requireStaff,
} from "../../identity/index.ts";
import { dayOf } from "../days.ts";
import { listAuditLog } from "./store.ts";
import type { AuditParams, AuditRow, AuditShape } from "./store.ts";

const maxAboutLength = 200;

/** All filters combine. Days are of the calendar in UTC, `YYYY-MM-DD`. */
export interface AuditFilter {
  /** The id of the person who acted, or `operator`. */
  readonly who: string | null;
  readonly kind: AuditKind | null;
  /** A person by id, name, username, email or invoice number; or a subject such as `plan:premium-monthly`. */
  readonly about: string | null;
  readonly from: string | null;
  /** The last day, inclusive. */
  readonly until: string | null;
}
export interface AuditPage {
  readonly items: readonly AuditRow[];
  readonly nextCursor: string | null;
}

function readWho(who: string | null): Pick<AuditShape, "who"> & Pick<AuditParams, "actorId"> {
  if (who === null) return { who: "anyone", actorId: null };
  if (who === "operator") return { who, actorId: null };
  if (!isUuid(who)) throw new BadInput("who", inEnglish("Send the id of a person, or operator."));
  return { who: "person", actorId: who };
}

function readAbout(about: string | null) {
  const typed = about?.trim() ?? "";
  const nothing = { subject: null, words: null, number: null };
  if (typed.length > maxAboutLength)
    throw new BadInput("about", msg("Search for at most {maxAboutLength} characters.", { maxAboutLength }));
  const number = /^[A-Za-z]{1,8}-/.test(typed) ? typed.toUpperCase() : null;
  if (typed === "") return { about: "anything", ...nothing } as const;
  if (isUuid(typed))
    return { about: "subject", ...nothing, subject: `person:${typed.toLowerCase()}` } as const;
  if (/^[a-z_]+:\S+$/.test(typed)) return { about: "subject", ...nothing, subject: typed } as const;
  return { about: "people", ...nothing, words: peopleQuery(typed), number } as const;
}

/** @throws BadInput */
function readFilter(filter: AuditFilter) {
  const { who, ...actor } = readWho(filter.who);
  const { about, ...subject } = readAbout(filter.about);
  const shape: AuditShape = { who, about, isKind: filter.kind !== null };
  const params: Omit<AuditParams, "afterAt" | "afterId" | "first"> = {
    ...actor,
    ...subject,
    actions: filter.kind && actionsOf(filter.kind),
    from: dayOf(filter.from, "from"),
    before: dayOf(filter.until, "until", 1),
  };
  return { shape, params };
}

/**
 * A filter as the address of a CSV writes it; unknown names are ignored.
 * @throws BadInput for an unknown kind
 */
export function auditFilterOfQuery(query: Readonly<Record<string, unknown>>): AuditFilter {
  const text = (name: string): string | null => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const kind = auditKinds.find((one) => one === text("kind")) ?? null;
  if (text("kind") !== null && kind === null)
    throw new BadInput("kind", inEnglish(`kind must be one of: ${auditKinds.join(", ")}.`));
  return { who: text("who"), kind, about: text("about"), from: text("from"), until: text("until") };
}

/**
 * A page of what staff did, newest first. For admins.
 * @throws BadInput, NotFound, SecondStepRequired, Unauthenticated
 */
export async function auditPage(
  ctx: Ctx,
  filter: AuditFilter,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AuditPage> {
  requireStaff(ctx);
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["timestamp", "uuid"]);
  const { shape, params } = readFilter(filter);
  const rows = await listAuditLog(ctx.db, shape, {
    ...params,
    afterAt: after?.[0] ?? null,
    afterId: after?.[1] ?? null,
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.position, last.id]) : null };
}

const batchSize = 500;

/**
 * Streams the entries that a filter fits as CSV, five hundred at a time. Times in ISO 8601, details as JSON.
 * @throws BadInput, ConfirmationNeeded, NotFound for everyone but admins, before the first line
 */
export async function auditCsv(ctx: Ctx, filter: AuditFilter): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx);
  const read = readFilter(filter);
  // Without the text of the filter: it can be an email address.
  const { who, kind, from, until } = filter;
  await ctx.transact((tx) =>
    recordAuditEntry(tx, {
      action: "studio.audit_exported",
      subject: "audit",
      details: { who, kind, from, until },
    }),
  );
  return linesOf(ctx, read);
}

async function* linesOf(ctx: Ctx, { shape, params }: ReturnType<typeof readFilter>): AsyncGenerator<string> {
  yield csvLine(["id", "at", "by_id", "by", "action", "subject", "details"]);
  let last: AuditRow | undefined;
  for (;;) {
    const rows = await listAuditLog(ctx.db, shape, {
      ...params,
      afterAt: last?.position ?? null,
      afterId: last?.id ?? null,
      first: batchSize,
    });
    // Staff are few: the loader holds each of them once.
    const lines = await Promise.all(
      rows.map(async ({ id, at, actorId, action, subject, details }) => {
        const name = actorId === null ? "operator" : ((await personLoader(ctx).load(actorId))?.name ?? null);
        return csvLine([id, at, actorId, name, action, subject, JSON.stringify(details)]);
      }),
    );
    yield lines.join("");
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
