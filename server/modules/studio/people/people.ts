import type { FigureKind } from "../../../../contract/people-figures.ts";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { primarySubscriptionsOf } from "../../billing/index.ts";
import {
  listProfilesOf,
  recordAuditEntry,
  requireConfirmedStaff,
  requireStaff,
} from "../../identity/index.ts";
import { practiceSummaries } from "../../practice/index.ts";
import { readFilter, settleSource } from "./filter.ts";
import type { PeopleFilter } from "./filter.ts";
import { findFigureCount, findPerson, isFigureShape, listPeople } from "./store.ts";
import type { ListedPerson } from "./store.ts";

export interface PeoplePage {
  readonly items: readonly ListedPerson[];
  readonly nextCursor: string | null;
  /** Counts everyone whom a figure counts; null for other filters. */
  readonly countAll: () => Promise<number | null>;
}

/** Figures of the studio's home, which support sees too; the others are of the revenue page. */
const homeFigures: readonly string[] = [
  "joined",
  "danced",
  "trials_ending",
  "dunning",
  "canceled",
] satisfies FigureKind[];

/**
 * A page of the people that a filter fits, newest first. For support and finance; those of the revenue page's figures for finance.
 * @throws BadInput, NotFound, SecondStepRequired, Unauthenticated
 */
export async function peoplePage(
  ctx: Ctx,
  filter: PeopleFilter,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<PeoplePage> {
  requireStaff(ctx, ...permissions.seePeople);
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["timestamp", "uuid"]);
  const { shape, params } = await settleSource(ctx, readFilter(filter, ctx.clock.now()));
  if (isFigureShape(shape) && !homeFigures.includes(shape.source))
    requireStaff(ctx, ...permissions.manageRevenue);
  const rows = await listPeople(ctx.db, shape, {
    ...params,
    afterJoined: after?.[0] ?? null,
    afterId: after?.[1] ?? null,
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return {
    items,
    nextCursor: last ? encodeCursor([last.position, last.id]) : null,
    countAll: async () =>
      isFigureShape(shape)
        ? findFigureCount(ctx.db, shape.source, { ...params, afterJoined: null, afterId: null, first: 0 })
        : null,
  };
}

/**
 * An account. For support and finance.
 * @throws NotFound, SecondStepRequired, Unauthenticated
 */
export async function readPerson(ctx: Ctx, id: string): Promise<ListedPerson> {
  requireStaff(ctx, ...permissions.seePeople);
  const found = isUuid(id) ? await findPerson(ctx.db, id) : null;
  if (!found) throw new NotFound("person");
  return found;
}

/** What all profiles of an account danced. */
export interface PracticeOfAccount {
  readonly lastDancedAt: Date;
  readonly started: number;
  readonly completed: number;
}

/** What accounts danced, by id; none for those that never did. */
async function practiceOf(ctx: Ctx, accountIds: readonly string[]): Promise<Map<string, PracticeOfAccount>> {
  const profiles = await listProfilesOf(ctx.db, accountIds);
  const accountOf = new Map(profiles.map(({ id, accountId }) => [id, accountId]));
  const found = new Map<string, PracticeOfAccount>();
  for (const { id, lastDancedAt, started, completed } of await practiceSummaries(ctx, [
    ...accountOf.keys(),
  ])) {
    const accountId = accountOf.get(id)!;
    const before = found.get(accountId);
    found.set(accountId, {
      lastDancedAt: before && before.lastDancedAt > lastDancedAt ? before.lastDancedAt : lastDancedAt,
      started: started + (before?.started ?? 0),
      completed: completed + (before?.completed ?? 0),
    });
  }
  return found;
}

/** Loads what accounts danced, batched. */
export const practiceLoader = defineLoader<string, PracticeOfAccount>(practiceOf);

const batchSize = 500;
const header = [
  "id",
  "name",
  "username",
  "email",
  "email_verified",
  "plan",
  "status",
  "country",
  "next_charge_at",
  "access_ends_at",
  "joined_at",
  "last_danced_at",
] as const;

/**
 * Streams everyone that a filter fits as CSV, five hundred rows at a time. Times in ISO 8601.
 * @throws BadInput, ConfirmationNeeded, NotFound for everyone but admins, before the first line
 */
export async function peopleCsv(ctx: Ctx, filter: PeopleFilter): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx, ...permissions.exportPeople);
  const read = await settleSource(ctx, readFilter(filter, ctx.clock.now()));
  // Without the filter: its search text can be an email address.
  await ctx.transact((tx) =>
    recordAuditEntry(tx, { action: "studio.people_exported", subject: "people", details: {} }),
  );
  return linesOf(ctx, read);
}

async function* linesOf(ctx: Ctx, { shape, params }: ReturnType<typeof readFilter>): AsyncGenerator<string> {
  yield csvLine(header);
  let last: ListedPerson | undefined;
  for (;;) {
    const rows = await listPeople(ctx.db, shape, {
      ...params,
      afterJoined: last?.position ?? null,
      afterId: last?.id ?? null,
      first: batchSize,
    });
    const ids = rows.map(({ id }) => id);
    // Without a loader: it would hold everyone until the file ends.
    const [subscriptions, practice] = await Promise.all([
      primarySubscriptionsOf(ctx, ids),
      practiceOf(ctx, ids),
    ]);
    yield rows
      .map((row) => {
        const subscription = subscriptions.get(row.id);
        return csvLine([
          row.id,
          row.name,
          row.username,
          row.email,
          row.isEmailVerified ? "yes" : "no",
          subscription?.planId ?? null,
          subscription?.status ?? null,
          subscription?.countryCode ?? null,
          subscription?.nextBillingAt ?? null,
          subscription?.accessEndsAt ?? null,
          row.joinedAt,
          practice.get(row.id)?.lastDancedAt ?? null,
        ]);
      })
      .join("");
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
