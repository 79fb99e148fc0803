import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { readLine, readName, readText } from "../../../platform/text.ts";
import { requireAdult, requireHolder } from "../viewer.ts";
import { updateHidesExplicit, updateImage, updatePerson } from "./store.ts";
import type { PersonRow, ProfileLink } from "../store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const longest = { name: 80, bio: 500, title: 60, url: 500 } as const;
const maxLinks = 5;

/** First and last name of a full name; either may be missing. */
export function splitName(name: string): readonly string[] {
  return name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
}

/** A profile update; missing or null fields stay. */
export interface ProfileChange {
  readonly name?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly links?: readonly ProfileLink[] | null | undefined;
}

/**
 * Updates the viewer's profile. An empty bio removes it.
 * @throws BadInput, Forbidden, PanRejected, RegistrationRequired, Unauthenticated
 */
export async function updateProfile(ctx: Ctx, change: ProfileChange): Promise<PersonRow> {
  const { accountId: personId } = requireHolder(ctx);
  const name = isGiven(change.name) ? readName(change.name, "profile.name", longest.name) : null;
  const bio = isGiven(change.bio) ? readText(change.bio, "profile.bio", longest.bio) : null;
  const links = change.links?.map(checkLink);
  if (links && links.length > maxLinks)
    throw new BadInput("profile.links", msg("Add at most {maxLinks} links.", { maxLinks }));
  rejectCardNumbers(name, "profile.name");
  rejectCardNumbers(bio, "profile.bio");
  for (const link of links ?? []) rejectCardNumbers(`${link.title} ${link.url}`, "profile.links");
  return updatePerson(ctx.db, {
    personId,
    name,
    bio,
    links: links ? JSON.stringify(links) : null,
    now: ctx.clock.now(),
  });
}

const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined;

function checkLink({ url, title }: ProfileLink): ProfileLink {
  const shown = readLine(title, "profile.links", longest.title);
  const parsed = URL.parse(url.trim());
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.href.length > longest.url)
    throw new BadInput("profile.links", msg("Start each link with https://."));
  return { url: parsed.href, title: shown };
}

/**
 * Sets whether lists, suggestions and plans hide explicit content for the active profile, guest or not. The
 * viewer's next access token carries the setting.
 * @throws Forbidden, Unauthenticated
 */
export async function chooseExplicit(ctx: Ctx, hides: boolean): Promise<void> {
  const { personId } = requireAdult(ctx);
  await updateHidesExplicit(ctx.db, { personId, hides, now: ctx.clock.now() });
}

/** Sets a person's photo by path or URL; null removes it. */
export const setPhoto = (ctx: Ctx, change: { personId: string; image: string | null }): Promise<void> =>
  updateImage(ctx.db, { ...change, now: ctx.clock.now() });
