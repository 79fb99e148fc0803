import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { readLine } from "../../../platform/text.ts";
import { requireUnvaried } from "../../growth/index.ts";
import { recordAuditEntry, requireStaff, requireViewer } from "../../identity/index.ts";
import { defineTranslated } from "../../site/index.ts";
import { preferenceTypes } from "../preferences.ts";
import {
  advanceQuestion,
  listEditedQuestions,
  saveOptions as keepOptions,
  saveOrder as keepOrder,
  savePreview,
} from "./store.ts";
import type { EditedQuestion } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export type { EditedOption, EditedQuestion } from "./store.ts";

const maxLengths = { label: 60, description: 140, slug: 40 } as const;
const maxOptions = 12;

defineTranslated({
  kind: "option",
  role: "editor",
  fields: { label: { max: 60 }, description: { max: 140 } },
  list: async (ctx, subject) =>
    (await listEditedQuestions(ctx.db))
      .flatMap(({ type, options }) =>
        options.map(({ slug, label, description }) => ({
          subject: `${type}:${slug}`,
          texts: { label, description },
        })),
      )
      .filter((option) => subject === null || option.subject === subject),
});

/**
 * Every question as seen by editors, including retired options.
 * @throws NotFound for anyone else, Unauthenticated
 */
export function studioQuestions(ctx: Ctx): Promise<EditedQuestion[]> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.editLibrary);
  return listEditedQuestions(ctx.db);
}

/** An option, as sent by an editor. */
export interface GivenOption {
  readonly slug: string;
  readonly label: string;
  readonly description: string | null;
  readonly isRetired: boolean;
}

/**
 * Saves a question's options in order. An option that was ever offered is retired, never deleted: answers
 * refer to it.
 * @param revision that the editor has seen
 * @throws BadInput, ChangedMeanwhile, NotFound, Unauthenticated
 */
export async function saveOptions(
  ctx: Ctx,
  type: string,
  revision: number,
  given: readonly GivenOption[],
): Promise<EditedQuestion> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.editLibrary);
  const before = (await listEditedQuestions(ctx.db)).find((question) => question.type === type);
  if (!before) throw new NotFound("question");
  const options = given.map(checkOption);
  const slugs = new Set(options.map(({ slug }) => slug));
  if (slugs.size < options.length)
    throw new BadInput("options", inEnglish("Each option needs its own slug."));
  if (before.options.some(({ slug }) => !slugs.has(slug)))
    throw new BadInput("options", msg("You can’t remove an option that was offered. Retire it instead."));
  if (options.length > maxOptions)
    throw new BadInput("options", msg("A question can have up to {maxOptions} options.", { maxOptions }));
  if (!options.some(({ isRetired }) => !isRetired))
    throw new BadInput("options", msg("A question needs at least one option that isn’t retired."));
  await ctx.transact(async (tx) => {
    if (!(await advanceQuestion(tx.db, type, revision))) throw new ChangedMeanwhile();
    await keepOptions(tx.db, type, options);
    await recordAuditEntry(tx, {
      action: "onboarding.options_saved",
      subject: `question:${type}`,
      details: {
        before: before.options.map(({ slug, label, isRetired }) => ({ slug, label, isRetired })),
        after: options.map(({ slug, label, isRetired }) => ({ slug, label, isRetired })),
      },
    });
  });
  const after = (await listEditedQuestions(ctx.db)).find((question) => question.type === type);
  if (!after) throw new NotFound("question");
  return after;
}

function checkOption(option: GivenOption) {
  const slug = option.slug.trim();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > maxLengths.slug)
    throw new BadInput(
      "options",
      inEnglish(`Use up to ${maxLengths.slug} lowercase letters, digits, and hyphens for the slug.`),
    );
  const label = readLine(option.label, "options", maxLengths.label);
  const description = option.description?.trim()
    ? readLine(option.description, "options", maxLengths.description)
    : null;
  return { slug, label, description, isRetired: option.isRetired };
}

/**
 * Sets the questions of a list, in this order.
 * @throws BadInput for an unknown question, NotFound, SubjectVaried while an experiment compares the lists, Unauthenticated
 */
export async function saveQuestionOrder(
  ctx: Ctx,
  list: "a" | "b",
  types: readonly string[],
): Promise<EditedQuestion[]> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.editLibrary);
  const uniqueTypes = [...new Set(types)];
  if (uniqueTypes.some((type) => !(preferenceTypes as readonly string[]).includes(type)))
    throw new BadInput("types", inEnglish("Unknown question."));
  if (uniqueTypes[0] !== "account_type")
    throw new BadInput("types", inEnglish("account_type must come first. The other questions depend on it."));
  await ctx.transact(async (tx) => {
    await requireUnvaried(tx, "onboarding_order");
    await keepOrder(tx.db, { types: uniqueTypes, isVariantB: list === "b" });
    await recordAuditEntry(tx, {
      action: "onboarding.order_saved",
      subject: `questions:${list}`,
      details: { types: uniqueTypes },
    });
  });
  return listEditedQuestions(ctx.db);
}

/** Sets the preview clip of an option that has none. @param preview path below /pictures/ */
export function giveOptionPreview(
  tx: Tx,
  option: { readonly question: string; readonly slug: string },
  preview: string,
): Promise<void> {
  return savePreview(tx.db, { ...option, preview });
}
