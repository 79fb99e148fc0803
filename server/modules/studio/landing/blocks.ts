import { z } from "zod";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";

/** What a landing page is made of. The first block is always the hero, which holds "Start dancing". */
export const blockKinds = [
  "hero",
  "text",
  "classes",
  "course",
  "instructors",
  "prices",
  "questions",
  "quotes",
] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Longest texts in characters, and most entries of a list. */
export const limits = {
  pageTitle: 70,
  pageDescription: 200,
  blocks: 20,
  title: 120,
  text: 2000,
  classes: 12,
  instructors: 12,
  items: 20,
  itemTitle: 200,
  itemText: 1000,
} as const;

const storedItem = z.object({
  id: z.string(),
  /** The question, or the name of the member who is quoted. */
  title: z.string(),
  /** The answer, or the member's words. */
  text: z.string(),
  /** The member agreed to be quoted by this name. */
  isAgreed: z.boolean().default(false),
});
const storedBlock = z.object({
  id: z.string(),
  kind: z.enum(blockKinds),
  title: z.string().default(""),
  text: z.string().default(""),
  classIds: z.array(z.string()).default([]),
  courseId: z.string().nullable().default(null),
  instructors: z.array(z.string()).default([]),
  items: z.array(storedItem).default([]),
});
/** A page as stored. What is missing in an old document is empty. */
export const storedPage = z.object({
  title: z.string().default(""),
  description: z.string().default(""),
  blocks: z.array(storedBlock),
});
export type LandingItem = z.output<typeof storedItem>;
export type LandingBlock = z.output<typeof storedBlock>;
export type LandingPage = z.output<typeof storedPage>;

/** What an editor sends. Absent fields are empty. */
export interface LandingInput {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly blocks: readonly {
    readonly id: string;
    readonly kind: BlockKind;
    readonly title?: string | null | undefined;
    readonly text?: string | null | undefined;
    readonly classIds?: readonly string[] | null | undefined;
    readonly courseId?: string | null | undefined;
    readonly instructors?: readonly string[] | null | undefined;
    readonly items?:
      | readonly {
          readonly id: string;
          readonly title: string;
          readonly text: string;
          readonly isAgreed?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  }[];
}

/** Kinds that a page has once at most. */
const single: ReadonlySet<BlockKind> = new Set(["hero", "prices"]);

/** Reads a draft, which may be incomplete. @throws BadInput naming the field, such as `blocks.2.items.0.title` */
export function parseDraft(input: LandingInput): LandingPage {
  const { blocks } = input;
  if (blocks.length > limits.blocks)
    throw new BadInput("blocks", msg("A page has at most {max} blocks.", { max: limits.blocks }));
  if (blocks.length > 0 && blocks[0]!.kind !== "hero")
    throw new BadInput("blocks", inEnglish("The first block must be the hero."));
  for (const kind of single)
    if (blocks.filter((block) => block.kind === kind).length > 1)
      throw new BadInput("blocks", msg("A page has this block only once."));
  const ids = blocks.flatMap((block) => [block.id, ...(block.items ?? []).map(({ id }) => id)]);
  if (new Set(ids).size < ids.length || !ids.every(isUuid))
    throw new BadInput("blocks", inEnglish("Blocks and items need different UUIDs."));
  return {
    title: lineOf(input.title, "title", limits.pageTitle),
    description: lineOf(input.description, "description", limits.pageDescription),
    blocks: blocks.map((block, at) => parseBlock(block, `blocks.${at}`)),
  };
}

function parseBlock(block: LandingInput["blocks"][number], at: string): LandingBlock {
  const { id, kind, courseId } = block;
  const items = block.items ?? [];
  if (items.length > limits.items)
    throw new BadInput(`${at}.items`, msg("Add at most {max} of them.", { max: limits.items }));
  if (courseId && !isUuid(courseId)) throw new BadInput(`${at}.courseId`, msg("Choose a course."));
  const classIds = listOf(block.classIds, `${at}.classIds`, kind === "classes" ? limits.classes : 1);
  if (!classIds.every(isUuid)) throw new BadInput(`${at}.classIds`, msg("Choose classes of the library."));
  return {
    id,
    kind,
    title: lineOf(block.title, `${at}.title`, limits.title),
    text: readText(block.text ?? "", `${at}.text`, limits.text),
    classIds,
    courseId: courseId ?? null,
    instructors: listOf(block.instructors, `${at}.instructors`, limits.instructors),
    items: items.map((item, place) => ({
      id: item.id,
      title: lineOf(item.title, `${at}.items.${place}.title`, limits.itemTitle),
      text: readText(item.text, `${at}.items.${place}.text`, limits.itemText),
      isAgreed: item.isAgreed ?? false,
    })),
  };
}

/** A line that may be empty. */
const lineOf = (given: string | null | undefined, field: string, max: number): string =>
  readText((given ?? "").replaceAll(/\s+/g, " "), field, max);

function listOf(given: readonly string[] | null | undefined, field: string, max: number): string[] {
  const list = [...new Set((given ?? []).filter(Boolean))];
  if (list.length > max) throw new BadInput(field, msg("Choose at most {max} of them.", { max }));
  return list;
}

/**
 * Checks that nothing is missing that visitors would miss. What the page refers to is checked by `publishLanding`.
 * @throws BadInput naming the field
 */
export function requireComplete({ blocks }: LandingPage): void {
  if (blocks.length === 0) throw new BadInput("blocks", msg("Add a block first."));
  blocks.forEach((block, index) => {
    const at = `blocks.${index}`;
    const { kind, title, text, classIds, items } = block;
    if (kind === "hero" && !title) throw new BadInput(`${at}.title`, msg("Write a heading."));
    if (kind === "text" && !title && !text)
      throw new BadInput(`${at}.text`, msg("Write a heading or a text."));
    if ((kind === "hero" || kind === "classes") && classIds.length === 0)
      throw new BadInput(`${at}.classIds`, msg("Choose a class."));
    if (kind === "course" && !block.courseId) throw new BadInput(`${at}.courseId`, msg("Choose a course."));
    if (kind === "instructors" && block.instructors.length === 0)
      throw new BadInput(`${at}.instructors`, msg("Choose an instructor."));
    if (kind !== "questions" && kind !== "quotes") return;
    if (items.length === 0) throw new BadInput(`${at}.items`, msg("Add one first."));
    items.forEach((item, place) => {
      const of = `${at}.items.${place}`;
      if (!item.title)
        throw new BadInput(
          `${of}.title`,
          kind === "questions" ? msg("Write a question.") : msg("Enter the name that the member agreed to."),
        );
      if (!item.text)
        throw new BadInput(
          `${of}.text`,
          kind === "questions" ? msg("Write an answer.") : msg("Enter the member’s words."),
        );
      if (kind === "quotes" && !item.isAgreed)
        throw new BadInput(`${of}.isAgreed`, msg("Quote members only if they agreed to it."));
    });
  });
}

/** A page for the audit log: a line for each block by its id. */
export function summaryOf({ title, description, blocks }: LandingPage): Record<string, string> {
  return {
    title,
    description,
    blocks: blocks.map(({ kind }) => kind).join(", "),
    ...Object.fromEntries(
      blocks.map((block) => [
        `${block.kind} ${block.id.slice(0, 8)}`,
        [
          block.title,
          block.text,
          ...block.classIds,
          block.courseId ?? "",
          ...block.instructors,
          ...block.items.map((item) => `${item.title}: ${item.text}`),
        ]
          .filter(Boolean)
          .join(" · "),
      ]),
    ),
  };
}
