import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

export interface OptionRow {
  readonly slug: string;
  readonly label: string;
  readonly description: string | null;
  /** Path below /pictures/. */
  readonly preview: string | null;
  readonly position: number;
}

export interface QuestionRow {
  readonly type: string;
  readonly isMultiple: boolean;
  readonly options: readonly OptionRow[];
  /** The person's choices, in the options' order. */
  readonly selected: readonly string[];
}

type Params = { readonly personId: string | null; readonly isVariantB: boolean };
const selectQuestions = statement<Params, QuestionRow>(
  "onboarding.list_questions",
  (p) => sql`
    select questions.type, questions.is_multiple as "isMultiple",
      (select coalesce(json_agg(json_build_object('slug', slug, 'label', label, 'description', description, 'preview', preview,
        'position', position) order by position, slug), '[]') from onboarding.options where question = questions.type and not is_retired) as options,
      (select coalesce(json_agg(slug order by position, slug), '[]') from onboarding.options
        where question = questions.type and slug = any(answers.slugs) and not is_retired) as selected
    from onboarding.questions
    left join onboarding.answers on answers.question = questions.type and answers.person_id = ${p.personId}::uuid
    where case when ${p.isVariantB}::boolean then variant_b_position else questions.position end is not null
    order by case when ${p.isVariantB}::boolean then variant_b_position else questions.position end
    limit 100`,
);

/** Answers as one JSON list, so that several questions are saved in one statement, all or none. */
const upsertAnswers = statement<{ personId: string; answers: string; now: Date }, { question: string }>(
  "onboarding.upsert_answers",
  (p) => sql`
    with given as (
      select question, slugs, other_text from jsonb_to_recordset(${p.answers}::jsonb) as given (question text, slugs text[], other_text text)
    ), unknown as (
      select from given, unnest(given.slugs) as chosen
      where not exists (select from onboarding.options where options.question = given.question and options.slug = chosen and not is_retired)
    )
    insert into onboarding.answers (person_id, question, slugs, other_text, answered_at)
    select ${p.personId}::uuid, question, slugs, other_text, ${p.now}::timestamptz from given where not exists (select from unknown)
    on conflict (person_id, question)
    do update set slugs = excluded.slugs, other_text = excluded.other_text, answered_at = excluded.answered_at
    returning question`,
);

const selectQuestionsOf = statement<
  { slugs: readonly string[]; types: readonly string[] },
  { slug: string; question: string }
>(
  "onboarding.list_questions_of_options",
  (p) => sql`
    select slug, question from onboarding.options
    where slug = any(${p.slugs}::text[]) and question = any(${p.types}::text[]) and not is_retired`,
);

const selectGoals = statement<{ types: readonly string[] }, { slug: string }>(
  "onboarding.list_goals",
  (p) =>
    sql`select distinct slug from onboarding.options where question = any(${p.types}::text[]) order by slug`,
);

const moveAnswers = statement<{ from: string; into: string }, never>(
  "onboarding.merge_answers",
  (p) => sql`
    with moved as (
      delete from onboarding.answers where person_id = ${p.from}::uuid returning question, slugs, other_text, answered_at
    )
    insert into onboarding.answers as answers (person_id, question, slugs, other_text, answered_at)
    select ${p.into}::uuid, question, slugs, other_text, answered_at from moved
    on conflict (person_id, question)
    do update set slugs = excluded.slugs, other_text = excluded.other_text, answered_at = excluded.answered_at
    where answers.answered_at < excluded.answered_at`,
);

const selectDaysPerWeek = statement<{ personId: string }, { slugs: readonly string[] }>(
  "onboarding.find_days_per_week",
  (p) =>
    sql`select slugs from onboarding.answers where person_id = ${p.personId}::uuid and question = 'num_of_days'`,
);

/** Planned days per week; null if not answered. */
export const findDaysPerWeek = async (db: Db, personId: string): Promise<number | null> => {
  const [slug] = (await db.maybe(selectDaysPerWeek, { personId }))?.slugs ?? [];
  return slug === undefined ? null : Number(slug);
};

/** Questions of a list in order, with options and the person's choices. */
export const listQuestions = (db: Db, params: Params): Promise<QuestionRow[]> =>
  db.many(selectQuestions, params);

/** An answer to one question. */
export interface NewAnswer {
  readonly question: string;
  readonly slugs: readonly string[];
  readonly otherText: string | null;
}

/** Replaces a person's answers. @returns false, without changes, if a slug is no option of its question */
export async function replaceAnswers(
  db: Db,
  personId: string,
  answers: readonly NewAnswer[],
  now: Date,
): Promise<boolean> {
  const rows = answers.map(({ question, slugs, otherText }) => ({ question, slugs, other_text: otherText }));
  const written = await db.many(upsertAnswers, { personId, answers: JSON.stringify(rows), now });
  return written.length === answers.length;
}

/** For each slug, which of the questions `types` it is an option of. */
export const listQuestionsOf = (
  db: Db,
  slugs: readonly string[],
  types: readonly string[],
): Promise<{ slug: string; question: string }[]> => db.many(selectQuestionsOf, { slugs, types });

/** Slugs of all options of the questions `types`, including retired ones. */
export const listGoals = async (db: Db, types: readonly string[]): Promise<string[]> =>
  (await db.many(selectGoals, { types })).map(({ slug }) => slug);

/**
 * Moves a person's answers to another; the newer of two answers to a question stays.
 * @returns the number of answers moved
 */
export const mergeAnswers = (db: Db, people: { from: string; into: string }): Promise<number> =>
  db.change(moveAnswers, people);

/** A person's choices, by question, in the options' order. */
export type GivenAnswers = Readonly<
  Record<
    string,
    readonly {
      readonly slug: string;
      readonly label: string;
      /** Of its translations. */ readonly subject: string;
    }[]
  >
>;

/** A person's GivenAnswers as one JSON value, for another module's statement. */
export const answersSql = (personId: unknown): RawBuilder<unknown> => sql`(
  select coalesce(json_object_agg(answers.question, (
    select coalesce(json_agg(json_build_object('slug', slug, 'label', label, 'subject', question || ':' || slug) order by position, slug), '[]') from onboarding.options
    where question = answers.question and slug = any(answers.slugs))), '{}')
  from onboarding.answers where person_id = ${personId}::uuid)`;
