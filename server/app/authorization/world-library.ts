import { randomUUID } from "node:crypto";
import type { TestServer } from "../../testing/harness.ts";

/** Makers of what the library is sorted by. */
export function libraryMakersOf({ pool }: TestServer) {
  return {
    firstSectionSlug: async () =>
      (
        await pool.query<{ slug: string }>(
          "select slug from catalog.sections order by position, slug limit 1",
        )
      ).rows[0]!.slug,
    styleSlug: async () => {
      const slug = `style-${randomUUID()}`;
      await pool.query(`insert into catalog.styles (slug, name) values ($1, $1)`, [slug]);
      return slug;
    },
    instructorSlug: async () => {
      const slug = `instructor-${randomUUID()}`;
      await pool.query(`insert into catalog.instructors (slug, name) values ($1, $1)`, [slug]);
      return slug;
    },
    /** Of a style that was merged into another one. */
    mergedStyleSlug: async () => {
      const slug = `style-${randomUUID()}`;
      await pool.query(
        `insert into catalog.entry_aliases (kind, old_slug, slug, name, merged_at)
         values ('style', $1, 'house', $1, now())`,
        [slug],
      );
      return slug;
    },
  };
}
