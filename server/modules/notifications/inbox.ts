import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { requireViewer } from "../identity/index.ts";
import { findUnread, forgetActor, listItems, markRead } from "./store.ts";
import type { ItemRow } from "./store.ts";
import { inboxTopic } from "./notify.ts";

export type { ItemRow } from "./store.ts";

/** A person's inbox as the bell shows it. */
export interface Inbox {
  readonly personId: string;
}
export interface ItemPage {
  readonly personId: string;
  readonly items: readonly ItemRow[];
  readonly nextCursor: string | null;
}

/** One call marks at most so many. */
const maxMarked = 100;

/** The viewer's inbox. @throws Unauthenticated */
export const inboxOf = (ctx: Ctx): Inbox => ({ personId: requireViewer(ctx).personId });

/** How much is unread, up to 100. */
export const unreadOf = (ctx: Ctx, { personId }: { personId: string }): Promise<number> =>
  findUnread(ctx.db, personId);

/** The viewer's news, the newest first. @throws BadInput, Unauthenticated */
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

/** Marks the viewer's news as read: some, or all. Others' ids change nothing. @throws BadInput, Unauthenticated */
export async function readItems(ctx: Ctx, ids: readonly string[] | null): Promise<Inbox> {
  const { personId } = requireViewer(ctx);
  if (ids && ids.length > maxMarked)
    throw new BadInput("ids", `Mark ${maxMarked} at a time, or all by leaving them out.`);
  await ctx.transact(async (tx) => {
    const known = ids?.filter((id) => isUuid(id)) ?? null;
    if ((await markRead(tx.db, personId, known, tx.clock.now())) > 0) tx.signal(inboxTopic(personId));
  });
  return { personId };
}

/** The viewer's inbox now, and again whenever it changes. @throws Unauthenticated */
export function inboxChanges(ctx: Ctx): AsyncGenerator<undefined> {
  return ctx.live.changes([inboxTopic(requireViewer(ctx).personId)]);
}

/** Takes what two people who no longer meet did out of each other's inboxes. */
export async function partInboxes(tx: Tx, personId: string, otherId: string): Promise<void> {
  for (const [whose, actor] of [
    [personId, otherId],
    [otherId, personId],
  ] as const) {
    await forgetActor(tx.db, whose, actor);
    tx.signal(inboxTopic(whose));
  }
}
