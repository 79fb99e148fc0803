import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An option, as seen by the studio's editors. */
export interface EditedOption {
  readonly slug: string;
  readonly label: string;
  readonly description: string | null;
  /** Path below /pictures/. */
  readonly preview: string | null;
  readonly isRetired: boolean;
}

export interface EditedQuestion {
  readonly type: string;
  readonly isMultiple: boolean;
  /** Positions in list A and in variant B; null: not asked there. */
  readonly position: number | null;
  readonly variantBPosition: number | null;
  readonly revision: number;
  readonly options: readonly EditedOption[];
}

const selectQuestions = statement<Record<string, never>, EditedQuestion>(
  "onboarding.list_edited_questions",
  () => sql`
    select questions.type, questions.is_multiple as "isMultiple", questions.position, questions.variant_b_position as "variantBPosition",
      questions.revision,
      (select coalesce(json_agg(json_build_object('slug', options.slug, 'label', options.label, 'description', options.description,
          'preview', options.preview, 'isRetired', options.is_retired)
          order by options.position, options.slug), '[]')
        from onboarding.options where options.question = questions.type) as options
    from onboarding.questions
    order by questions.position nulls last, questions.type limit 100`,
);

const advance = statement<{ type: string; revision: number }, { type: string }>(
  "onboarding.advance_question",
  (p) => sql`
    update onboarding.questions set revision = revision + 1 where type = ${p.type} and revision = ${p.revision}::int returning type`,
);
const upsertOptions = statement<{ type: string; options: string }, never>(
  "onboarding.save_options",
  (p) => sql`
    insert into onboarding.options (question, slug, label, description, is_retired, position)
    select ${p.type}, slug, label, description, is_retired, position
    from jsonb_to_recordset(${p.options}::jsonb)
      as given (slug text, label text, description text, is_retired boolean, position int)
    on conflict (question, slug) do update set label = excluded.label, description = excluded.description,
      is_retired = excluded.is_retired, position = excluded.position`,
);
const updateOrder = statement<{ types: readonly string[]; isVariantB: boolean }, never>(
  "onboarding.save_order",
  (p) => sql`
    update onboarding.questions set
      position = case when ${p.isVariantB}::boolean then position else array_position(${p.types}::text[], type) end,
      variant_b_position = case when ${p.isVariantB}::boolean then array_position(${p.types}::text[], type) else variant_b_position end`,
);
const selectOption = statement<{ question: string; slug: string }, { slug: string }>(
  "onboarding.find_option",
  (p) => sql`select slug from onboarding.options where question = ${p.question} and slug = ${p.slug}`,
);
const changePreview = statement<{ question: string; slug: string; preview: string | null }, never>(
  "onboarding.replace_preview",
  (p) =>
    sql`update onboarding.options set preview = ${p.preview} where question = ${p.question} and slug = ${p.slug}`,
);
const updatePreview = statement<{ question: string; slug: string; preview: string }, never>(
  "onboarding.save_preview",
  (p) => sql`
    update onboarding.options set preview = ${p.preview} where question = ${p.question} and slug = ${p.slug} and preview is null`,
);

/** Every question with all its options. */
export const listEditedQuestions = (db: Db): Promise<EditedQuestion[]> => db.many(selectQuestions, {});

/**
 * Optimistic lock: increments a question's revision.
 * @returns false on a revision conflict, or for an unknown question
 */
export const advanceQuestion = async (db: Db, type: string, revision: number): Promise<boolean> =>
  (await db.maybe(advance, { type, revision })) !== null;

/** Upserts options in order; other options stay as they are, and so do all preview clips. */
export const saveOptions = async (
  db: Db,
  type: string,
  options: readonly Omit<EditedOption, "preview">[],
): Promise<void> => {
  const rows = options.map(({ isRetired, ...option }, place) => ({
    ...option,
    is_retired: isRetired,
    position: place + 1,
  }));
  await db.change(upsertOptions, { type, options: JSON.stringify(rows) });
};

/** Sets the questions of one list, in order. */
export const saveOrder = async (
  db: Db,
  order: { types: readonly string[]; isVariantB: boolean },
): Promise<void> => {
  await db.change(updateOrder, order);
};

export const findOption = (
  db: Db,
  option: { question: string; slug: string },
): Promise<{ slug: string } | null> =>
  db.maybe(selectOption, { question: option.question, slug: option.slug });

/** Sets or removes an option's preview. */
export const replacePreview = async (
  db: Db,
  preview: { question: string; slug: string; preview: string | null },
): Promise<void> => {
  await db.change(changePreview, preview);
};

/** Sets the preview of an option that has none. */
export const savePreview = async (
  db: Db,
  preview: { question: string; slug: string; preview: string },
): Promise<void> => {
  await db.change(updatePreview, preview);
};
