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

/** Who wrote what is gone. */
export const nobody: PublicPerson = {
  id: "00000000-0000-0000-0000-000000000000",
  username: null,
  image: null,
};

/** An id as PostgreSQL takes it; null for what can't be one. */
export function uuidOf(id: string): string | null {
  return isUuid(id) ? id.toLowerCase() : null;
}

/** The one who looks. */
export function onlookerOf(ctx: Ctx): Onlooker {
  const { viewer } = ctx;
  return { viewerId: viewer?.accountId ?? null, isMember: viewer !== null && !viewer.isAnonymous };
}

/** The viewer, who may say and show something. @throws Unauthenticated, RegistrationRequired; Forbidden for a child */
export function requireAuthor(ctx: Ctx): Viewer {
  const viewer = requireMember(ctx);
  if (viewer.isChild) throw new Forbidden("Posting is for grown-ups. Dancing is for you.");
  return viewer;
}

/** @throws CommunityPaused */
export function checkPause(moderationSettings: ModerationSettings, now: Date): void {
  if (moderationSettings.pausedUntil && moderationSettings.pausedUntil > now)
    throw new CommunityPaused(moderationSettings.pausedUntil);
}

/** How many likes people have received in all. */
export const likesReceivedLoader = defineLoader<string, number>(async (ctx, personIds) => {
  const rows = await listLikesReceived(ctx.db, personIds);
  return new Map(rows.map(({ id, total }) => [id, total]));
});
