import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import {
  hasPublishedClass,
  listInstructors,
  listInstructorSlugs,
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

/** An instructor's public page, or null. */
export const instructorBySlug = (ctx: Ctx, slug: string): Promise<InstructorRow | null> =>
  instructorLoader(ctx).load(slug);

/** Slug of the profile's instructor page; null if the profile isn't an instructor. */
export const instructorSlugLoader = defineLoader<string, string>(async (ctx, personIds) => {
  const rows = await listInstructorSlugs(ctx.db, personIds);
  return new Map(rows.map(({ personId, slug }) => [personId, slug]));
});
