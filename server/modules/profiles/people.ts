import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { listPersonsBeginning, personLoader, requireHolder, requireViewer } from "../identity/index.ts";
import type { PublicPerson } from "../identity/index.ts";
import { personBlocked, personFollowed } from "./events.ts";
import { mayViewPart, profileLoader } from "./profile.ts";
import { deleteFollower, insertFollower, listPeople, listUnseen, saveBlock, saveMute } from "./store.ts";
import type { ListOf } from "./store.ts";
import { msg } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";

/** Maximum username suggestions. */
const maxSuggestions = 8;

/** A registered person other than the viewer, by id. @throws NotFound, BadInput */
async function findOther(ctx: Ctx, viewerId: string, userId: string, message: Message): Promise<string> {
  const id = userId.toLowerCase();
  if (id === viewerId) throw new BadInput("userId", message);
  const person = isUuid(id) ? await personLoader(ctx).load(id) : null;
  if (!person || person.isAnonymous) throw new NotFound("person");
  return id;
}

/**
 * Follows or unfollows a person.
 * @throws NotFound also for a person who has blocked the viewer; BadInput, RegistrationRequired
 */
export async function setFollowing(ctx: Ctx, userId: string, isOn: boolean): Promise<void> {
  const { accountId } = requireHolder(ctx);
  const otherId = await findOther(ctx, accountId, userId, msg("You can’t follow yourself."));
  const follow = { followerId: accountId, followedId: otherId };
  if (!isOn) return deleteFollower(ctx.db, follow);
  const profile = await profileLoader(ctx).load(otherId);
  if (profile?.isBlocked) throw new NotFound("person");
  if (profile?.hasBlocked) throw new BadInput("userId", msg("Unblock this person first."));
  await ctx.transact(async (tx) => {
    if (await insertFollower(tx.db, { ...follow, now: tx.clock.now() }))
      await tx.publish(personFollowed, follow);
  });
}

/** Blocks or unblocks a person. A block hides each from the other and removes both follows. */
export async function setBlocked(ctx: Ctx, userId: string, isOn: boolean): Promise<void> {
  const { accountId } = requireHolder(ctx);
  const otherId = await findOther(ctx, accountId, userId, msg("You can’t block yourself."));
  await ctx.transact(async (tx) => {
    await saveBlock(tx.db, { personId: accountId, otherId, isOn });
    if (isOn) await tx.publish(personBlocked, { personId: accountId, otherId });
  });
}

/** Mutes or unmutes a person: hides their content from the viewer, without notifying them. */
export async function setMuted(ctx: Ctx, userId: string, isOn: boolean): Promise<void> {
  const { accountId } = requireHolder(ctx);
  const otherId = await findOther(ctx, accountId, userId, msg("You can’t mute yourself."));
  await ctx.transact((tx) => saveMute(tx.db, { personId: accountId, otherId, isOn }));
}

/** Mutes the author of reported content for the reporter, registered or not. */
export async function muteReported(tx: Tx, people: { personId: string; otherId: string }): Promise<void> {
  await saveMute(tx.db, { ...people, isOn: true });
}

/** Suggests people by a prefix of their username, without those blocked or muted. */
export async function peopleBeginning(ctx: Ctx, beginning: string): Promise<PublicPerson[]> {
  const { accountId } = requireViewer(ctx);
  const prefix = beginning.trim().replace(/^@/, "");
  if (!/^[a-z][a-z0-9_.]{0,29}$/i.test(prefix)) return [];
  const found = await listPersonsBeginning(ctx.db, prefix, maxSuggestions * 2);
  const unseen = new Set(
    await listUnseen(
      ctx.db,
      accountId,
      found.map(({ id }) => id),
    ),
  );
  return found.filter(({ id }) => !unseen.has(id)).slice(0, maxSuggestions);
}

export interface PersonPage {
  readonly items: readonly PublicPerson[];
  readonly nextCursor: string | null;
}

/** A page of a person's followers or followed people, or of the people whom the viewer blocked or muted. */
export async function pageOfPeople(
  ctx: Ctx,
  list: ListOf,
  personId: string,
  page: { first: number | null; after: string | null },
): Promise<PersonPage> {
  const isOwn = ctx.viewer?.accountId === personId;
  const isPrivate = list === "blocked" || list === "muted";
  if (!isOwn && (isPrivate || !(await mayViewPart(ctx, personId, "name"))))
    return { items: [], nextCursor: null };
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["time", "uuid"]);
  const rows = await listPeople(ctx.db, list, {
    personId,
    viewerId: ctx.viewer?.accountId ?? null,
    first: first + 1,
    afterAt: after?.[0] ?? null,
    afterId: after?.[1] ?? null,
  });
  const shown = rows.slice(0, first);
  const last = rows.length > first ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ person }) => person),
    nextCursor: last ? encodeCursor([last.at.getTime(), last.person.id]) : null,
  };
}

/** Seeds follows. Sends no notifications. */
export async function seedFollows(
  tx: Tx,
  follows: readonly { readonly followerId: string; readonly followedId: string }[],
): Promise<void> {
  for (const follow of follows) await insertFollower(tx.db, { ...follow, now: tx.clock.now() });
}
