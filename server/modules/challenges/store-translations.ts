import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

interface BadgeTexts {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}
const selectBadges = statement<{ slug: string | null }, BadgeTexts>(
  "challenges.list_badge_texts",
  (p) => sql`
    select slug, name, description from challenges.badges
    where ${p.slug}::text is null or slug = ${p.slug}::text order by amount_to_earn, slug limit 500`,
);

/** Badges with their texts, or only the one with the slug. */
export const listBadgeTexts = (db: Db, slug: string | null): Promise<BadgeTexts[]> =>
  db.many(selectBadges, { slug });
