import type { Ctx } from "../../ctx.ts";
import { findInstructor, listSections, listStyles, sorts } from "./store.ts";
import type { InstructorRow, SectionRow } from "./store.ts";

export type { CategoryRow, InstructorRow, PartRow, SectionRow, TempoSpan } from "./store.ts";

/** The orders that a list of classes may be in. */
export const classSorts = sorts;

/** The library's sections, in the studio's order. */
export function sections(ctx: Ctx): Promise<SectionRow[]> {
  return listSections(ctx.db);
}

/** All styles by name. */
export function styles(ctx: Ctx): Promise<{ slug: string; name: string }[]> {
  return listStyles(ctx.db);
}

/** An instructor's public page, or null. */
export function instructorBySlug(ctx: Ctx, slug: string): Promise<InstructorRow | null> {
  return findInstructor(ctx.db, slug);
}
