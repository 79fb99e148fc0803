import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { requireAdult, requireViewer } from "../../identity/index.ts";
import { besideMerges } from "../aliases.ts";
import { followKinds, followableOf } from "./followable.ts";
import type { FollowKind } from "./followable.ts";
import {
  deleteFollow,
  findFollowable,
  findFollowed,
  insertFollow,
  listFollowedSlugs,
  listFollows,
  mergeFollows,
} from "./store.ts";

/** Follows of a kind per person. */
const maxFollows = 100;

/** An instructor, style, category or course, as one that the viewer follows or may follow. */
export interface Follow {
  readonly kind: FollowKind;
  readonly slug: string;
  /** In the reader's language. */
  readonly name: string;
  /** Absent: read when it is asked for. */
  readonly isFollowing?: boolean;
}

/** Slugs that the viewer follows, by `kind:slug`. */
const followedLoader = defineLoader<string, true>(async (ctx, keys) => {
  const { viewer } = ctx;
  if (!viewer) return new Map();
  const asked = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(":")) as FollowKind);
  const found = await Promise.all(
    [...asked].map(async ([kind, ofKind]) => {
      const slugs = ofKind.map((key) => key.slice(kind.length + 1));
      const followed = await listFollowedSlugs(ctx.db, kind, { personId: viewer.personId, slugs });
      return followed.map((slug) => [`${kind}:${slug}`, true as const] as const);
    }),
  );
  return new Map(found.flat());
});

/** Whether the viewer follows it; false if signed out. */
export async function isFollowing(ctx: Ctx, { kind, slug, ...known }: Follow): Promise<boolean> {
  return known.isFollowing ?? (await followedLoader(ctx).load(`${kind}:${slug}`)) !== null;
}

/** Everything that the viewer follows in the library, the latest first. @throws Unauthenticated */
export async function followsOf(ctx: Ctx): Promise<Follow[]> {
  const { personId } = requireViewer(ctx);
  const rows = await listFollows(ctx.db, personId);
  return rows.map((row) => ({
    kind: row.kind,
    slug: row.slug,
    name: followableOf(row.kind).nameOf(ctx, row),
    isFollowing: true,
  }));
}

/**
 * Follows or unfollows an instructor, style, category or course. Idempotent.
 * @throws BadInput beyond 100 of a kind, Forbidden for a child, NotFound, Unauthenticated
 */
export const setFollow = (ctx: Ctx, kind: FollowKind, slug: string, following: boolean): Promise<Follow> =>
  besideMerges(() => saveFollow(ctx, kind, slug, following));

async function saveFollow(ctx: Ctx, kind: FollowKind, slug: string, following: boolean): Promise<Follow> {
  const { personId } = requireAdult(ctx);
  const found =
    (await findFollowable(ctx.db, kind, slug)) ??
    (following ? null : await findFollowed(ctx.db, kind, { personId, slug }));
  if (!found) throw new NotFound(kind);
  const follow = { personId, slug: found.slug, now: ctx.clock.now(), max: maxFollows };
  if (!following) await deleteFollow(ctx.db, kind, follow);
  else if (!(await insertFollow(ctx.db, kind, follow)))
    throw new BadInput("slug", msg("You follow 100 of these already. Unfollow one first."));
  followedLoader(ctx).clear(`${kind}:${found.slug}`);
  const name = followableOf(kind).nameOf(ctx, found);
  return { kind, slug: found.slug, name, isFollowing: following };
}

/** Merges what two people follow when an account takes over a guest. @returns the number of follows added */
export async function mergeFollowed(tx: Tx, people: { from: string; into: string }): Promise<number> {
  let added = 0;
  for (const kind of followKinds) added += await mergeFollows(tx.db, kind, people);
  return added;
}
