import type { KeyingConfig } from "@urql/exchange-graphcache";

/** Types that aren't listed are keyed by `id`. Types without an id are embedded in their parent. */
export const cacheKeys: KeyingConfig = {
  StudioClass: (entity) => text(entity.id),
  Category: (entity) => text(entity.slug),
  Section: (entity) => text(entity.slug),
  InstructorPublic: (entity) => text(entity.slug),
  Instructor: (entity) => text(entity.slug),
  ClassStyle: (entity) => text(entity.slug),
  WeekPlan: (entity) => text(entity.weekStart),
  // One per profile, and a client belongs to one profile.
  PlanCalendar: () => "mine",
  // There is one, on the home and on its own page.
  StudioBackups: () => "studio",
  EditedInstructor: (entity) => text(entity.slug),
  FeatureFlag: (entity) => text(entity.name),
  StudioArea: (entity) => text(entity.key),
  StudioQuestion: (entity) => text(entity.type),
  // A draft and what is published have the same ids and other texts.
  LandingBlock: () => null,
  LandingItem: () => null,
  // Its id is that of a class, a course or a promo code, and its title is in a language.
  EditedMessageCard: () => null,
  MessageCard: () => null,
};

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
