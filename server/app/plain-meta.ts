import type { Ctx } from "../ctx.ts";
import {
  categories,
  categoryText,
  classText,
  findUpcomingClass,
  songBySlug,
  thumbnailUrl,
} from "../modules/catalog/index.ts";
import type { sharedBadge, sharedChallenge } from "../modules/challenges/index.ts";
import {
  courseBySlug,
  courseImageUrl,
  courseText,
  findCertificate,
  nameOnCertificate,
} from "../modules/courses/index.ts";
import { msg, translate } from "../platform/i18n/messages.ts";
import type { PageMeta } from "../platform/web/page.ts";

/** Of a page; `isMissing` if there is nothing at its address. */
export type Meta = PageMeta & { readonly isMissing: boolean };

export const about = msg(
  "Learn dance count by count: slow it down, loop any eight, and switch to the back view. For you and your family.",
);

/** What a page of content is about; null without the content. */
export type Find = (ctx: Ctx, parameter: string, url: string) => Promise<Meta | null>;

/** A page of which only a title, a sentence and perhaps an image are known. */
type Shown = Pick<Meta, "title" | "description" | "imageUrl">;
const plainMeta = (ctx: Ctx, url: string, { title, ...shown }: Shown): Meta => ({
  ...shown,
  title: `${title} · ${ctx.studio.name}`,
  url,
  isMissing: false,
});

/** Of a badge or a challenge that a person shares. */
export function metaOfShared(share: typeof sharedBadge | typeof sharedChallenge): Find {
  return async (ctx, id, url) => {
    const found = await share(ctx, id);
    return found && plainMeta(ctx, url, { ...found, imageUrl: ctx.publicUrl + found.imagePath });
  };
}

export async function metaOfCourse(ctx: Ctx, slug: string, url: string): Promise<Meta | null> {
  const found = await courseBySlug(ctx, slug);
  if (!found) return null;
  const [title, description] = [courseText(ctx, found, "title"), courseText(ctx, found, "description")];
  return plainMeta(ctx, url, { title, description, imageUrl: await courseImageUrl(ctx, found) });
}

/** Of a certificate that its owner shares; else it says nothing of it. */
export async function metaOfCertificate(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const plain = { title: translate(msg("Certificate"), ctx.locale), imageUrl: null };
  const found = await findCertificate(ctx, id);
  if (!found?.isShared) return plainMeta(ctx, url, { ...plain, description: translate(about, ctx.locale) });
  const [name, title] = [(await nameOnCertificate(ctx, found)) ?? "", found.title];
  return plainMeta(ctx, url, {
    ...plain,
    title,
    description: translate(msg("{name} completed the course “{title}”.", { name, title }), ctx.locale),
  });
}

export async function metaOfCategory(ctx: Ctx, slug: string, url: string): Promise<Meta | null> {
  const [found] = await categories(ctx, { slugs: [slug] });
  if (!found) return null;
  const [title, description] = [categoryText(ctx, found, "name"), categoryText(ctx, found, "description")];
  return plainMeta(ctx, url, {
    title,
    description: description || translate(about, ctx.locale),
    imageUrl: found.picture && thumbnailUrl(ctx, found.picture),
  });
}

/** Of a class that is announced, and enters the library on a date. */
export async function metaOfUpcoming(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const found = await findUpcomingClass(ctx, id);
  if (!found) return null;
  const [title, description] = await Promise.all([
    classText(ctx, found, "title"),
    classText(ctx, found, "description"),
  ]);
  const imageUrl = found.picture ? thumbnailUrl(ctx, found.picture) : null;
  return plainMeta(ctx, url, { title, description: description || translate(about, ctx.locale), imageUrl });
}

export async function metaOfSong(ctx: Ctx, slug: string, url: string): Promise<Meta | null> {
  const found = await songBySlug(ctx, slug);
  if (!found) return null;
  const title = `${found.title} – ${found.artist}`;
  return plainMeta(ctx, url, { title, description: translate(about, ctx.locale), imageUrl: null });
}
