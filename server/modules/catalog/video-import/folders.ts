import { levels } from "../../../../contract/class-attributes.ts";
import type { Ctx } from "../../../ctx.ts";
import { listFormerNames } from "../aliases.ts";
import { maxCategories } from "../editing/attributes.ts";
import { editedInstructors } from "../editing/library.ts";
import { listCategories, listSections, listStyles } from "../store.ts";
import { plain, segmentsOf } from "./names.ts";
import type { ImportFields } from "./store.ts";

interface Named {
  readonly slug: string;
  readonly name: string;
}
/** What folders and tables may name. */
export interface LibraryNames {
  readonly instructor: readonly Named[];
  readonly style: readonly Named[];
  readonly section: readonly Named[];
  readonly categories: readonly (Named & { readonly section: string })[];
  readonly level: readonly Named[];
}

/** Names in the library that the viewer may give to classes; of instructors, a teacher their own. @throws NotFound, Unauthenticated */
export async function namesOf(ctx: Ctx): Promise<LibraryNames> {
  const all = { slugs: null, section: null, goals: null, following: null, personId: null };
  const [instructor, styles, section, categories, formerCategories] = await Promise.all([
    editedInstructors(ctx),
    listStyles(ctx.db),
    listSections(ctx.db),
    listCategories(ctx.db, all),
    listFormerNames(ctx, "category"),
  ]);
  const style = styles.flatMap(({ slug, name, formerNames }) =>
    [name, ...formerNames].map((one) => ({ slug, name: one })),
  );
  const merged = formerCategories.flatMap(({ slug, name }) => {
    const into = categories.find((category) => category.slug === slug);
    return into ? [{ slug, name, section: into.section }] : [];
  });
  return {
    instructor,
    style,
    section,
    categories: [...categories, ...merged],
    level: levels.map((slug) => ({ slug, name: slug })),
  };
}

/** The one that has a name, whatever its case, spaces and accents. */
export const named = <Found extends Named>(all: readonly Found[], name: string): Found | undefined => {
  const wanted = plain(name);
  return wanted === "" ? undefined : all.find((one) => plain(one.name) === wanted || one.slug === wanted);
};

/**
 * What the folders of a file say: an instructor, a style, a section, a level or categories of the same name. Inner folders win.
 * @param teacher whose classes all are theirs; null: anyone's
 */
export function fieldsByFolder(
  folder: string,
  names: LibraryNames,
  teacher: string | null,
): Pick<ImportFields, "categories"> & Partial<ImportFields> {
  const fields: Partial<Record<"instructor" | "style" | "section" | "level", string>> = {};
  const categories: string[] = [];
  for (const segment of segmentsOf(folder)) {
    const category = named(names.categories, segment);
    if (category) {
      categories.push(category.slug);
      fields.section = category.section;
    }
    for (const field of ["style", "section", "level"] as const) {
      const found = named(names[field], segment);
      if (found) fields[field] = found.slug;
    }
    const instructor = teacher === null ? named(names.instructor, segment) : undefined;
    if (instructor) fields.instructor = instructor.slug;
  }
  return { ...fields, categories: [...new Set(categories)].slice(0, maxCategories) };
}
