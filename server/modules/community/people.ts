import type { Ctx, Viewer } from "../../ctx.ts";
import { Forbidden } from "../../platform/errors.ts";
import { defineLoader } from "../../platform/loader.ts";
import { isUuid } from "../../platform/uuid.ts";
import { requireMember } from "../identity/index.ts";
import type { PublicPerson } from "../identity/index.ts";
import { CommunityPaused } from "./errors.ts";
import type { ModerationSettings } from "./store-writing.ts";
import { listLikesReceived } from "./store.ts";
import type { Onlooker } from "./store.ts";
import { msg } from "../../platform/i18n/messages.ts";

/** Placeholder author of content whose author was deleted. */
export const deletedPerson: PublicPerson = {
  id: "00000000-0000-0000-0000-000000000000",
  username: null,
  image: null,
};

/** A valid UUID for PostgreSQL; null for anything else. */
export function uuidOf(id: string): string | null {
  return isUuid(id) ? id.toLowerCase() : null;
}

/** The viewer, as queries need them. */
export function onlookerOf(ctx: Ctx): Onlooker {
  const { viewer } = ctx;
  return { viewerId: viewer?.accountId ?? null, isMember: viewer !== null && !viewer.isAnonymous };
}

/** The viewer as an author. @throws Unauthenticated, RegistrationRequired; Forbidden for a child */
export function requireAuthor(ctx: Ctx): Viewer {
  const viewer = requireMember(ctx);
  if (viewer.isChild) throw new Forbidden(msg("Child profiles can’t post."));
  return viewer;
}

/** @throws CommunityPaused */
export function checkPause(moderationSettings: ModerationSettings, now: Date): void {
  if (moderationSettings.pausedUntil && moderationSettings.pausedUntil > now)
    throw new CommunityPaused(moderationSettings.pausedUntil);
}

/** Total number of likes that people have received. */
export const likesReceivedLoader = defineLoader<string, number>(async (ctx, personIds) => {
  const rows = await listLikesReceived(ctx.db, personIds);
  return new Map(rows.map(({ id, total }) => [id, total]));
});
