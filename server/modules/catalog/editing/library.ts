import type { Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, DomainError, NotFound } from "../../../platform/errors.ts";
import { readLine, readName } from "../../../platform/text.ts";
import { readWebAddresses } from "../../../platform/web-addresses.ts";
import { slugOf } from "../../../platform/slug.ts";
import { personOfUsername, recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { besideMerges } from "../aliases.ts";
import { readGoals } from "../categories.ts";
import { sections, styles } from "../library.ts";
import { listCategories } from "../store.ts";
import type { CategoryRow, SectionRow, StyleRow } from "../store.ts";
import { requireClassEditor, requireEditor, requireTeacher } from "./classes.ts";
import {
  insertFirstSections,
  insertNewCategory,
  insertNewInstructor,
  insertNewSection,
  insertNewStyle,
  listEditedInstructors,
  saveCategoryGoals,
  saveInstructor,
  saveOwnPage,
} from "./store-library.ts";
import type { EditedInstructor } from "./store-library.ts";
import { maxLinks } from "./store-instructors.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

export type { EditedInstructor } from "./store-library.ts";

/** Characters. */
export const maxLengths = { name: 60, bio: 1000, description: 300 } as const;

/** Sections of a library: each is a choice of its start page. */
const maxSections = 20;

/** An entry or instructor of this name exists, or the account belongs to another instructor. */
export class NameTaken extends DomainError {
  constructor(field: string, message: Message) {
    super("NAME_TAKEN", message, { status: 409, details: { field } });
  }
}

/** Default sections of an empty library. */
const firstSections = [
  { slug: "learn", name: "Learn", description: "Foundations, one count at a time." },
  {
    slug: "choreography",
    name: "Choreography",
    description: "Whole pieces, taught in parts and danced full out.",
  },
  { slug: "dance-workout", name: "Dance workout", description: "Follow along, and breathe hard." },
  { slug: "health", name: "Health", description: "Mobility, breath and care for the joints." },
  { slug: "family", name: "Family", description: "For big and small feet." },
];

/** Inserts the default sections if the library has none. */
export function seedSections(tx: Tx): Promise<void> {
  return insertFirstSections(
    tx.db,
    firstSections.map((section, at) => ({ ...section, position: at + 1 })),
  );
}

/** All instructors by name; for teachers only themselves. @throws NotFound for others, Unauthenticated */
export async function editedInstructors(ctx: Ctx): Promise<EditedInstructor[]> {
  const { own } = await requireClassEditor(ctx);
  return listEditedInstructors(ctx.db, own);
}

/** An instructor, as sent by an editor. */
export interface GivenInstructor {
  readonly name: string;
  readonly bio: string | null;
  /** Their pages elsewhere; null: as they were. */
  readonly links: readonly string[] | null;
  /** Username of the instructor's account; null without one. */
  readonly username: string | null;
}

/** Adds an instructor. @throws BadInput, NameTaken, NotFound, Unauthenticated */
export async function createInstructor(ctx: Ctx, given: GivenInstructor): Promise<EditedInstructor> {
  requireEditor(ctx);
  const attributes = await readInstructor(ctx, given);
  const slug = slugOf(attributes.name, "instructor");
  await unlessTaken(
    ctx.transact(async (tx) => {
      await insertNewInstructor(tx.db, { ...attributes, slug });
      await recordAuditEntry(tx, { action: "catalog.instructor_created", subject: `instructor:${slug}` });
    }),
    "name",
    msg("Another instructor has this name or account."),
  );
  return instructorOf(ctx, slug);
}

/** Changes an instructor; the slug stays. @throws BadInput, NameTaken, NotFound, Unauthenticated */
export async function changeInstructor(
  ctx: Ctx,
  slug: string,
  given: GivenInstructor,
): Promise<EditedInstructor> {
  requireEditor(ctx);
  const attributes = await readInstructor(ctx, given);
  await unlessTaken(
    ctx.transact(async (tx) => {
      if (!(await saveInstructor(tx.db, { ...attributes, slug }))) throw new NotFound("instructor");
      await recordAuditEntry(tx, { action: "catalog.instructor_changed", subject: `instructor:${slug}` });
    }),
    "username",
    msg("Another instructor has this account."),
  );
  return instructorOf(ctx, slug);
}

/**
 * Changes what a teacher says of themselves on their own instructor page. Name and account stay with the editors.
 * @throws BadInput, NotFound for others than teachers, RoleMissing without a page, Unauthenticated
 */
export async function changeOwnInstructorPage(
  ctx: Ctx,
  given: { readonly bio: string | null; readonly links: readonly string[] },
): Promise<EditedInstructor> {
  const slug = await requireTeacher(ctx);
  const { accountId: personId } = requireStaff(ctx, "teacher");
  const bio = readBio(given.bio);
  const links = readWebAddresses(given.links, "links", maxLinks);
  await ctx.transact(async (tx) => {
    if (!(await saveOwnPage(tx.db, { slug, personId, bio, links }))) throw new NotFound("instructor");
    await recordAuditEntry(tx, { action: "catalog.instructor_changed", subject: `instructor:${slug}` });
  });
  return instructorOf(ctx, slug);
}

const readBio = (bio: string | null): string | null =>
  bio?.trim() ? readLine(bio, "bio", maxLengths.bio) : null;

async function instructorOf(ctx: Ctx, slug: string): Promise<EditedInstructor> {
  const [found] = await listEditedInstructors(ctx.db, slug);
  if (!found) throw new NotFound("instructor");
  return found;
}

async function readInstructor(ctx: Ctx, given: GivenInstructor) {
  const name = readName(given.name, "name", maxLengths.name);
  const bio = readBio(given.bio);
  const links = given.links && readWebAddresses(given.links, "links", maxLinks);
  const username = given.username?.trim() || null;
  const person = username && (await personOfUsername(ctx, username));
  if (username && !person) throw new BadInput("username", msg("No member has this username."));
  return { name, bio, links, personId: person ? person.id : null };
}

/** Adds a style. @throws BadInput, NameTaken, NotFound, Unauthenticated */
export async function createStyle(ctx: Ctx, given: string): Promise<StyleRow> {
  requireEditor(ctx);
  const name = readLine(given, "name", maxLengths.name);
  if ((await styles(ctx)).length >= 100)
    throw new BadInput("name", msg("A library can have up to 100 styles."));
  const style = { slug: slugOf(name, "style"), name, picture: null, focusX: null, formerNames: [] };
  await unlessTaken(
    ctx.transact(async (tx) => {
      await insertNewStyle(tx.db, style);
      await recordAuditEntry(tx, { action: "catalog.style_created", subject: `style:${style.slug}` });
    }),
    "name",
    msg("A style with this name already exists."),
  );
  return style;
}

/** Adds a section after the others. @throws BadInput, NameTaken, NotFound, Unauthenticated */
export async function createSection(
  ctx: Ctx,
  given: { readonly name: string; readonly description: string | null },
): Promise<SectionRow> {
  requireEditor(ctx);
  const name = readLine(given.name, "name", maxLengths.name);
  const description = given.description?.trim()
    ? readLine(given.description, "description", maxLengths.description)
    : "";
  if ((await sections(ctx)).length >= maxSections)
    throw new BadInput("name", msg("A library can have up to {max} sections.", { max: maxSections }));
  const section = { slug: slugOf(name, "section"), name, description };
  await unlessTaken(
    ctx.transact(async (tx) => {
      await insertNewSection(tx.db, section);
      await recordAuditEntry(tx, { action: "catalog.section_created", subject: `section:${section.slug}` });
    }),
    "name",
    msg("A section with this name already exists."),
  );
  return section;
}

/**
 * Adds a category to a section.
 * @param given `goals`: slugs of the goals that it serves
 * @throws BadInput, NameTaken, NotFound, Unauthenticated
 */
export async function createCategory(
  ctx: Ctx,
  given: { name: string; description: string | null; section: string; goals: readonly string[] },
): Promise<CategoryRow> {
  requireEditor(ctx);
  const name = readLine(given.name, "name", maxLengths.name);
  const description = given.description?.trim()
    ? readLine(given.description, "description", maxLengths.description)
    : null;
  const goals = await readGoals(ctx, given.goals, "goals");
  const slug = slugOf(name, "category");
  const insert = async (tx: Tx): Promise<void> => {
    if (!(await insertNewCategory(tx.db, { slug, name, description, section: given.section, goals })))
      throw new BadInput("section", inEnglish("Unknown section."));
    await recordAuditEntry(tx, { action: "catalog.category_created", subject: `category:${slug}` });
  };
  await unlessTaken(
    besideMerges(() => ctx.transact(insert)),
    "name",
    msg("A category with this name already exists."),
  );
  return categoryOf(ctx, slug);
}

/** Replaces the goals that a category serves. @throws BadInput for an unknown goal, NotFound, Unauthenticated */
export async function setCategoryGoals(
  ctx: Ctx,
  slug: string,
  given: readonly string[],
): Promise<CategoryRow> {
  requireEditor(ctx);
  const goals = await readGoals(ctx, given, "goals");
  await ctx.transact(async (tx) => {
    if (!(await saveCategoryGoals(tx.db, { slug, goals }))) throw new NotFound("category");
    await recordAuditEntry(tx, {
      action: "catalog.category_goals_set",
      subject: `category:${slug}`,
      details: { goals },
    });
  });
  return categoryOf(ctx, slug);
}

async function categoryOf(ctx: Ctx, slug: string): Promise<CategoryRow> {
  const [found] = await listCategories(ctx.db, {
    slugs: [slug],
    section: null,
    goals: null,
    following: null,
    personId: null,
  });
  if (!found) throw new NotFound("category");
  return found;
}

async function unlessTaken(work: Promise<void>, field: string, message: Message): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isUniqueViolation(error)) throw new NameTaken(field, message);
    throw error;
  }
}
