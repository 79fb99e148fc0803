import type { Tx } from "../../ctx.ts";
import { coursePublished } from "./events.ts";
import { insertCourse } from "./editing/store.ts";
import type { NewCourse } from "./editing/store.ts";
import { followCourse } from "./pricing/pricing.ts";
import { joinableDays } from "./starts/starts.ts";
import { insertEnrollment } from "./starts/store.ts";

export type { NewCourse } from "./editing/store.ts";

/** A course to seed; its prerequisite is an earlier one of the same call, by slug. */
export type SeedCourse = Omit<NewCourse, "prerequisiteId"> & { readonly prerequisiteSlug?: string };

/** Seeds published courses, and people who join them. Skips slugs that exist. @returns ids of the new ones by slug */
export async function seedCourses(
  tx: Tx,
  courses: readonly SeedCourse[],
  participants: readonly { readonly personId: string; readonly slug: string; readonly at: Date }[],
): Promise<Map<string, string>> {
  const idsBySlug = new Map<string, string>();
  const daysBySlug = new Map(courses.map(({ slug, startDays }) => [slug, startDays]));
  for (const { prerequisiteSlug = "", ...course } of courses) {
    const prerequisiteId = idsBySlug.get(prerequisiteSlug) ?? null;
    const id = await insertCourse(tx.db, { ...course, prerequisiteId });
    if (!id) continue;
    idsBySlug.set(course.slug, id);
    await followCourse(tx, id);
    if (course.publishedAt) await tx.publish(coursePublished, { courseId: id });
  }
  for (const { personId, slug, at } of participants) {
    const courseId = idsBySlug.get(slug);
    if (!courseId) continue;
    const [startsOn = null] = joinableDays(daysBySlug.get(slug) ?? [], at.toISOString().slice(0, 10));
    await insertEnrollment(tx.db, { courseId, personId, now: at, startsOn, isChosen: false });
  }
  return idsBySlug;
}
