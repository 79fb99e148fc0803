import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { childRankOf, hidesExplicit } from "../classes.ts";
import { listUpcoming } from "./store.ts";
import type { UpcomingRow } from "./store.ts";

export type { UpcomingRow } from "./store.ts";

/** How far ahead members see what comes. */
const daysAhead = 14;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Classes that enter the library within two weeks, the next first, after those that are late. One whose publishing notifies no one comes unannounced. Those
 * that the viewer has an alert for are listed in any case.
 * @param request.after the cursor of the class that the page follows
 * @param request.following only those of an instructor, style, category or course that the viewer follows
 * @throws BadInput
 */
export async function upcomingClasses(
  ctx: Ctx,
  request: { first: number | null; after?: string | null; following: boolean; id?: string; slug?: string },
): Promise<UpcomingRow[]> {
  const now = ctx.clock.now();
  const cursor = decodeCursor(request.after, ["time", "uuid"], "after");
  return listUpcoming(ctx.db, request.following, {
    personId: ctx.viewer?.personId ?? null,
    id: request.id ?? null,
    slug: request.slug ?? null,
    until: new Date(now.getTime() + daysAhead * dayMs),
    hidesExplicit: hidesExplicit(ctx),
    childRank: await childRankOf(ctx),
    afterAt: cursor && cursor[0],
    afterId: cursor && cursor[1],
    first: pageSize(request.first, "first"),
  });
}

/** The cursor of an upcoming class, which the next page follows. */
export const cursorOfUpcoming = ({ publishAt, id }: UpcomingRow): string =>
  encodeCursor([publishAt.getTime(), id]);

/** An upcoming class by its id or slug; null without one. */
export async function findUpcomingClass(ctx: Ctx, id: string): Promise<UpcomingRow | null> {
  const one = isUuid(id) ? { id } : { slug: id };
  const [found] = await upcomingClasses(ctx, { ...one, first: 1, following: false });
  return found ?? null;
}

/** An upcoming class by its id or slug. @throws NotFound */
export async function upcomingClass(ctx: Ctx, id: string): Promise<UpcomingRow> {
  const found = await findUpcomingClass(ctx, id);
  if (!found) throw new NotFound("class");
  return found;
}
