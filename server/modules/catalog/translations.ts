import type { Locale } from "../../../contract/locales.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { isUuid } from "../../platform/uuid.ts";
import { defineTranslated, hasClassTexts, readClassTexts, translated } from "../site/index.ts";
import type { ClassTexts } from "../site/index.ts";
import { findEdited } from "./editing/store.ts";
import type { ClassRow } from "./store-classes.ts";
import { listCategories, listSections, listStyles } from "./store.ts";
import { listPartTitles, updateTranslatedWords } from "./store-translations.ts";

const only = <Row extends { subject: string }>(rows: readonly Row[], subject: string | null): Row[] =>
  rows.filter((row) => subject === null || row.subject === subject);

defineTranslated({
  kind: "section",
  role: "editor",
  fields: { name: { max: 60 }, description: { max: 300 } },
  list: async (ctx, subject) =>
    only(
      (await listSections(ctx.db)).map(({ slug, ...texts }) => ({ subject: slug, texts })),
      subject,
    ),
});
defineTranslated({
  kind: "style",
  role: "editor",
  fields: { name: { max: 60 } },
  list: async (ctx, subject) =>
    only(
      (await listStyles(ctx.db)).map(({ slug, name }) => ({ subject: slug, texts: { name } })),
      subject,
    ),
});
defineTranslated({
  kind: "category",
  role: "editor",
  fields: { name: { max: 60 }, description: { max: 300 } },
  list: async (ctx, subject) => {
    const slugs = subject === null ? null : [subject];
    const found = await listCategories(ctx.db, {
      slugs,
      section: null,
      following: null,
      goals: null,
      personId: null,
    });
    return found.map(({ slug, name, description }) => ({ subject: slug, texts: { name, description } }));
  },
});
defineTranslated({
  kind: "class",
  role: "editor",
  fields: { title: { max: 100 }, description: { max: 2000, isLong: true } },
  list: async (ctx, subject) => {
    const found = subject && isUuid(subject) ? await findEdited(ctx.db, subject) : null;
    return found
      ? [{ subject: found.id, texts: { title: found.title, description: found.description } }]
      : [];
  },
  onSaved: indexTranslations,
});

/** Makes a class findable by its translations. */
export function indexTranslations(
  tx: Tx,
  classId: string,
  rows: readonly { readonly field: string; readonly locale: Locale; readonly text: string }[],
): Promise<void> {
  return updateTranslatedWords(
    tx.db,
    classId,
    rows.map(({ field, locale, text }) => ({ field, text, language: searchLanguages[locale] })),
  );
}
defineTranslated({
  kind: "part",
  role: "editor",
  fields: { title: { max: 60 } },
  list: async (ctx, subject) =>
    (await listPartTitles(ctx.db, subject)).map((title) => ({ subject: title, texts: { title } })),
});

/** PostgreSQL's text search configuration for each language. */
export const searchLanguages: Readonly<Record<Locale, string>> = {
  en: "english",
  es: "spanish",
  de: "german",
};

const classTextsLoader = defineLoader<string, ClassTexts>((ctx, ids) => readClassTexts(ctx, ids));

/** A text of a class in the reader's language; without a statement for the languages that no class has. */
export function classText(
  ctx: Ctx,
  found: Pick<ClassRow, "id" | "title" | "description">,
  field: "title" | "description",
): string | Promise<string> {
  if (!hasClassTexts(ctx)) return found[field];
  return classTextsLoader(ctx)
    .load(found.id)
    .then((texts) => texts?.(field, found[field]) ?? found[field]);
}

/** Titles of classes in a language, by class id; for a reader who isn't the one of the request. */
export async function classTitles(
  ctx: Ctx,
  classes: readonly Pick<ClassRow, "id" | "title">[],
  locale: Locale,
): Promise<Map<string, string>> {
  const reader = { ...ctx, locale };
  const texts = hasClassTexts(reader)
    ? await readClassTexts(
        reader,
        classes.map(({ id }) => id),
      )
    : new Map<string, ClassTexts>();
  return new Map(classes.map(({ id, title }) => [id, texts.get(id)?.("title", title) ?? title]));
}

/** The title of a part in the reader's language. Parts with the same title share their translation. */
export const partTitle = (ctx: Pick<Ctx, "studio" | "locale">, title: string): string =>
  translated(ctx, "part", title, "title", title);

/** A section's name or description in the reader's language. */
export const sectionText = (ctx: Ctx, slug: string, field: "name" | "description", text: string): string =>
  translated(ctx, "section", slug, field, text);

/** A category's name or description in the reader's language. */
export const categoryText = (
  ctx: Pick<Ctx, "studio" | "locale">,
  { slug, ...texts }: { readonly slug: string; readonly name: string; readonly description: string | null },
  field: "name" | "description",
): string => {
  const text = texts[field];
  return text === null ? "" : translated(ctx, "category", slug, field, text);
};

/** A style's name in the reader's language. */
export const styleName = (ctx: Pick<Ctx, "studio" | "locale">, slug: string, name: string): string =>
  translated(ctx, "style", slug, "name", name);
