import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

interface CourseBadge {
  readonly courseId: string;
  readonly slug: string;
  readonly name: string;
  readonly amountToEarn: number;
}
const upsertAchievement = statement<{ courseId: string }, { id: string }>(
  "challenges.upsert_course_achievement",
  (p) => sql`
    insert into challenges.achievements (trigger_type, course_id) values ('required_classes_completed', ${p.courseId}::uuid)
    on conflict (course_id) where course_id is not null do update set trigger_type = excluded.trigger_type returning id`,
);
// An achievement of a course has one badge, whose amount is the number of its classes.
const updateBadge = statement<CourseBadge & { achievementId: string }, { id: string }>(
  "challenges.update_course_badge",
  (p) => sql`
    update challenges.badges set name = ${p.name}, amount_to_earn = ${p.amountToEarn}::int
    where achievement_id = ${p.achievementId}::uuid returning id`,
);
const insertBadge = statement<CourseBadge & { achievementId: string }, never>(
  "challenges.insert_course_badge",
  (p) => sql`
    insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn)
    values (case when exists (select from challenges.badges where slug = ${p.slug}::text)
        then ${p.slug}::text || '-' || substr(${p.courseId}::text, 1, 8) else ${p.slug}::text end,
      ${p.name}, 'Complete the course', ${p.achievementId}::uuid, ${p.amountToEarn}::int)`,
);
interface CourseAward {
  readonly courseId: string;
  readonly personId: string;
  readonly classId: string;
  readonly completedAt: string;
}
const insertEarned = statement<CourseAward, { badgeId: string }>(
  "challenges.award_course_badge",
  (p) => sql`
    insert into challenges.earned_badges (person_id, badge_id, class_id, earned_at)
    select ${p.personId}::uuid, badges.id, ${p.classId}::uuid, ${p.completedAt}::timestamptz
    from challenges.achievements join challenges.badges on badges.achievement_id = achievements.id
    where achievements.course_id = ${p.courseId}::uuid
    on conflict do nothing returning badge_id as "badgeId"`,
);

/** Inserts the badge of a course, or changes its name and amount; the row of its achievement is locked. */
export async function upsertCourseBadge(db: Db, badge: CourseBadge): Promise<void> {
  const { id: achievementId } = await db.one(upsertAchievement, { courseId: badge.courseId });
  if (await db.maybe(updateBadge, { ...badge, achievementId })) return;
  await db.change(insertBadge, { ...badge, achievementId });
}
/** @returns the id of the badge; null if the person has it already */
export const awardCourseBadge = async (db: Db, award: CourseAward): Promise<string | null> =>
  (await db.maybe(insertEarned, award))?.badgeId ?? null;
