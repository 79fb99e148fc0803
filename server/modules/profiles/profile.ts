import type { Ctx } from "../../ctx.ts";
import { defineMemo, defineLoader } from "../../platform/loader.ts";
import { personOfUsername, requireHolder } from "../identity/index.ts";
import type { PersonRow } from "../identity/index.ts";
import { mayView } from "./privacy.ts";
import { listProfiles, listPublicPersons, profileParts, savePrivacy } from "./store.ts";
import type { Audience, Privacy, ProfilePart, ProfileRow } from "./store.ts";

export type { Privacy, ProfileRow } from "./store.ts";

/** Profile data by person id, relative to the viewer. */
export const profileLoader = defineLoader<string, ProfileRow>(async (ctx, personIds) => {
  const rows = await listProfiles(ctx.db, personIds, ctx.viewer?.accountId ?? null);
  return new Map(rows.map((row) => [row.personId, row]));
});

/** Photos by person id, as stored, of persons whose pages show their names to everyone. The same for every viewer. */
export const publicPhotoLoader = defineLoader<string, string>(async (ctx, personIds) => {
  const rows = await listPublicPersons(ctx.db, personIds);
  return new Map(rows.flatMap(({ personId, person }) => (person?.image ? [[personId, person.image]] : [])));
});

/** Whether the viewer may see a part of a person's page. */
export async function mayViewPart(ctx: Ctx, personId: string, part: ProfilePart): Promise<boolean> {
  const { viewer } = ctx;
  if (viewer?.accountId === personId) return true;
  const profile = await profileLoader(ctx).load(personId);
  if (!profile || profile.isBlocked || profile.hasBlocked) return false;
  const { isFollowing, isFollowed } = profile;
  return mayView(profile.privacy, part, {
    isSelf: false,
    isMember: viewer !== null && !viewer.isAnonymous,
    isFollowing,
    isFollowed,
  });
}

/** Whether the viewer may see a part of the page with this username; true for an unknown username. */
export async function mayViewPartOf(ctx: Ctx, username: string, part: ProfilePart): Promise<boolean> {
  const person = await personOfUsername(ctx, username);
  return person === null || mayViewPart(ctx, person.id, part);
}

/**
 * A person's page as visible to the viewer; parts outside their audience are empty. Null for an unknown
 * username, or if the person has blocked the viewer.
 */
export async function profileByUsername(ctx: Ctx, username: string): Promise<PersonRow | null> {
  const person = await personOfUsername(ctx, username);
  if (!person) return null;
  const profile = await profileLoader(ctx).load(person.id);
  if (!profile || profile.isBlocked) return null;
  const [name, bio, links] = await Promise.all(
    (["name", "bio", "links"] as const).map((part) => mayViewPart(ctx, person.id, part)),
  );
  return {
    ...person,
    name: name ? person.name : "",
    bio: bio ? person.bio : null,
    links: links ? person.links : [],
  };
}

/**
 * Changes the audiences of the parts of the viewer's page.
 * @throws Forbidden, RegistrationRequired, Unauthenticated
 */
export function changePrivacy(
  ctx: Ctx,
  change: Partial<Record<ProfilePart, Audience | null | undefined>>,
): Promise<Privacy> {
  const { accountId } = requireHolder(ctx);
  const parts = profileParts.map((part) => [part, change[part] ?? null] as const);
  return savePrivacy(ctx.db, accountId, Object.fromEntries(parts) as Record<ProfilePart, Audience | null>);
}

/** Audiences of the parts of a person's page; null unless it is the viewer's own. */
export async function privacyOf(ctx: Ctx, personId: string): Promise<Privacy | null> {
  if (ctx.viewer?.accountId !== personId) return null;
  return (await profileLoader(ctx).load(personId))?.privacy ?? null;
}

type VideoPage = { readonly first?: number | null | undefined; readonly after?: string | null | undefined };
const videoPage = defineMemo<{ asked: VideoPage }>(() => ({ asked: {} }));

/** Stores the page of uploads that the query requests with a profile. */
export function noteVideoPage(ctx: Ctx, page: VideoPage | null | undefined): void {
  if (page) videoPage(ctx).asked = page;
}

/** The page of uploads that this request's query requests with a profile. */
export function videoPageOf(ctx: Ctx): VideoPage {
  return videoPage(ctx).asked;
}
