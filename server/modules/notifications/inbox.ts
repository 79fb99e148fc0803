import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { requireViewer } from "../identity/index.ts";
import { findUnread, forgetActor, listItems, markRead } from "./store.ts";
import type { ItemRow } from "./store.ts";
import { inboxTopic } from "./notify.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

export type { ItemRow } from "./store.ts";

/** Parent object of the inbox fields. */
export interface Inbox {
  readonly personId: string;
}
export interface ItemPage {
  readonly personId: string;
  readonly items: readonly ItemRow[];
  readonly nextCursor: string | null;
}

/** Maximum items that one call marks as read. */
const maxMarked = 100;

/** The viewer's inbox. @throws Unauthenticated */
export const inboxOf = (ctx: Ctx): Inbox => ({ personId: requireViewer(ctx).personId });

/** Number of unread items, up to 100. */
export const unreadOf = (ctx: Ctx, { personId }: { personId: string }): Promise<number> =>
  findUnread(ctx.db, personId);

/** The viewer's items, newest first. @throws BadInput, Unauthenticated */
export async function itemsOf(ctx: Ctx, first: number | null, after: string | null): Promise<ItemPage> {
  const { personId } = requireViewer(ctx);
  const size = pageSize(first);
  const [at, id] = decodeCursor(after, ["time", "uuid"]) ?? [];
  const items = await listItems(ctx.db, {
    personId,
    first: size + 1,
    afterAt: at ?? null,
    afterId: id ?? null,
  });
  const page = items.slice(0, size);
  const last = page.at(-1);
  return {
    personId,
    items: page,
    nextCursor: items.length > size && last ? encodeCursor([last.createdAt.getTime(), last.id]) : null,
  };
}

/**
 * Marks some or all of the viewer's items as read. Ids of other people's items are ignored.
 * @throws BadInput, Unauthenticated
 */
export async function readItems(ctx: Ctx, ids: readonly string[] | null): Promise<Inbox> {
  const { personId } = requireViewer(ctx);
  if (ids && ids.length > maxMarked)
    throw new BadInput("ids", inEnglish(`Mark ${maxMarked} at a time, or all by leaving them out.`));
  await ctx.transact(async (tx) => {
    const known = ids?.filter((id) => isUuid(id)) ?? null;
    if ((await markRead(tx.db, personId, known, tx.clock.now())) > 0) tx.signal(inboxTopic(personId));
  });
  return { personId };
}

/** Yields the viewer's inbox at once, and again when it changes. @throws Unauthenticated */
export function inboxChanges(ctx: Ctx): AsyncGenerator<undefined> {
  return ctx.live.changes([inboxTopic(requireViewer(ctx).personId)]);
}

/** Removes what two people did from each other's inbox, after one blocked the other. */
export async function partInboxes(tx: Tx, personId: string, otherId: string): Promise<void> {
  for (const [whose, actor] of [
    [personId, otherId],
    [otherId, personId],
  ] as const) {
    await forgetActor(tx.db, whose, actor);
    tx.signal(inboxTopic(whose));
  }
}
