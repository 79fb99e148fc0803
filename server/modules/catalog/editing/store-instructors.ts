import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Links of an instructor. */
export const maxLinks = 5;

type Pair = { readonly from: string; readonly into: string };

const releaseAccount = statement<{ slug: string }, { personId: string | null }>(
  "catalog.release_instructor_account",
  (p) => sql`
    update catalog.instructors as entry set person_id = null
    from (select id, person_id from catalog.instructors where slug = ${p.slug} for update) as before
    where entry.id = before.id returning before.person_id as "personId"`,
);
// Links of both, the remaining one's first. The image goes over as a whole.
const joinPages = statement<Pair & { personId: string | null }, never>(
  "catalog.join_instructors",
  (p) => sql`
    update catalog.instructors as entry set
      bio = coalesce(entry.bio, merged.bio),
      links = array(
        select link from unnest(entry.links || merged.links) with ordinality as held (link, place)
        group by link order by min(place) limit ${sql.lit(maxLinks)}),
      person_id = coalesce(entry.person_id, ${p.personId}::uuid),
      picture = case when entry.poster is null then merged.picture else entry.picture end,
      poster = coalesce(entry.poster, merged.poster),
      poster_x = case when entry.poster is null then merged.poster_x else entry.poster_x end,
      poster_y = case when entry.poster is null then merged.poster_y else entry.poster_y end
    from catalog.instructors as merged where entry.slug = ${p.into} and merged.slug = ${p.from}`,
);
const releaseImage = statement<Pair, never>(
  "catalog.release_instructor_image",
  (p) => sql`
    update catalog.instructors as merged set picture = null, poster = null from catalog.instructors as entry
    where merged.slug = ${p.from} and entry.slug = ${p.into} and merged.poster = entry.poster`,
);
const releaseImports = statement<{ slug: string }, never>(
  "catalog.release_teachers_imports",
  (p) => sql`
    update catalog.video_imports set instructor_id = null
    where instructor_id = (select id from catalog.instructors where slug = ${p.slug})`,
);

/**
 * Gives an instructor what another one has and they lack: links, and the description, photo and account if they have none.
 * Nothing is in both afterwards.
 */
export async function joinInstructors(db: Db, pair: Pair): Promise<void> {
  // An account has one page.
  const { personId } = await db.one(releaseAccount, { slug: pair.from });
  await db.change(joinPages, { ...pair, personId });
  await db.change(releaseImage, pair);
}
/** Leaves a teacher's video imports to the editors. */
export const leaveImports = async (db: Db, slug: string): Promise<void> => {
  await db.change(releaseImports, { slug });
};
