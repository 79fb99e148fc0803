import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import {
  hasPublishedClass,
  listInstructors,
  listInstructorSlugs,
  listInstructorSlugsFound,
  listSections,
  listStyles,
} from "./store.ts";
import type { InstructorRow, SectionRow, StyleRow } from "./store.ts";

export type { CategoryRow, InstructorRow, PartRow, SectionRow, StyleRow } from "./store.ts";

/** Sections in the studio's order. */
export function sections(ctx: Ctx): Promise<SectionRow[]> {
  return listSections(ctx.db);
}

/** Whether any class is published. */
export const hasClasses = (ctx: Ctx): Promise<boolean> => hasPublishedClass(ctx.db);

/** All styles by name. */
export function styles(ctx: Ctx): Promise<StyleRow[]> {
  return listStyles(ctx.db);
}

/** Styles by slug. */
export const styleLoader = defineLoader<string, StyleRow>(
  async (ctx) => new Map((await styles(ctx)).map((style) => [style.slug, style])),
);

/** Instructors' public pages by slug. */
export const instructorLoader = defineLoader<string, InstructorRow>(async (ctx, slugs) => {
  const rows = await listInstructors(ctx.db, slugs);
  return new Map(rows.map((row) => [row.slug, row]));
});

const maxInstructors = 50;
const maxNameLength = 100;

/** Instructors with classes in the library, by name. @param search a part of the name; null: all, up to 50 */
export async function instructors(ctx: Ctx, search: string | null): Promise<InstructorRow[]> {
  const text = (search ?? "").slice(0, maxNameLength).trim();
  const slugs = await listInstructorSlugsFound(ctx.db, { search: text, first: maxInstructors });
  const rows = await instructorLoader(ctx).loadMany(slugs);
  return rows.filter((row): row is InstructorRow => row !== null && !(row instanceof Error));
}

/** An instructor's public page, or null. */
export const instructorBySlug = (ctx: Ctx, slug: string): Promise<InstructorRow | null> =>
  instructorLoader(ctx).load(slug);

/** Slug of the profile's instructor page; null if the profile isn't an instructor. */
export const instructorSlugLoader = defineLoader<string, string>(async (ctx, personIds) => {
  const rows = await listInstructorSlugs(ctx.db, personIds);
  return new Map(rows.map(({ personId, slug }) => [personId, slug]));
});
