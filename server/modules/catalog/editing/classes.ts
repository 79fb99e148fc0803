import { randomUUID } from "node:crypto";
import { mainAngle } from "../../../../contract/angles.ts";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import {
  BadInput,
  ChangedMeanwhile,
  DomainError,
  Forbidden,
  NotFound,
  RoleMissing,
} from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { slugTried, triedSlugs } from "../../../platform/slug.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { assetTopic, deleteAsset, deleteSourceVideoFile, dropSources } from "../../media/index.ts";
import { removeTranslations } from "../../site/index.ts";
import { besideMerges } from "../aliases.ts";
import { instructorSlugLoader } from "../library.ts";
import { sureCertainty } from "../beat/store-heard.ts";
import { readAttributes, readParts } from "./attributes.ts";
import type { GivenClass } from "./attributes.ts";
import { keepKeys } from "./fit-parts.ts";
import type { PlacedPart } from "./fit-parts.ts";
import {
  deleteClassRow,
  findEdited,
  findIdByKey,
  findIdBySlug,
  findNamed,
  insertDraft,
  listDrafts,
  lockClass,
  saveCategories,
  updateClass,
} from "./store.ts";
import type { ClassAttributes, EditedClass } from "./store.ts";
import { replaceParts, saveClassParts } from "./store-parts.ts";
import { listReplaced } from "./store-replaced.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export type { EditedClass } from "./store.ts";

/** Reasons why a class can't be published. */
export const lacks = ["film", "transcode", "parts", "counts"] as const;
export type ClassLack = (typeof lacks)[number];

/** A class can't be published yet; `lack` is the first unmet requirement. */
export class NotReady extends DomainError {
  constructor(lack: ClassLack) {
    super("NOT_READY", msg("This class can’t be published yet."), { status: 409, details: { lack } });
  }
}

/** The viewer as an editor of the library. @throws NotFound for other members, Unauthenticated */
export function requireEditor(ctx: Ctx) {
  return requireStaff(ctx, ...permissions.editLibrary);
}

/** Who edits a class: `own` is null for editors, and the slug of their instructor page for teachers. */
export interface ClassEditor {
  readonly accountId: string;
  readonly own: string | null;
}

/** The viewer as an editor, or as a teacher with an instructor page. @throws NotFound for other members, Unauthenticated */
export async function requireClassEditor(ctx: Ctx): Promise<ClassEditor> {
  const { accountId, role } = requireStaff(ctx, ...permissions.draftClasses);
  if (role !== "teacher") return { accountId, own: null };
  const own = await instructorSlugLoader(ctx).load(accountId);
  if (own === null) throw new RoleMissing();
  return { accountId, own };
}

/** The slug of the teacher's own instructor page. @throws NotFound for others than teachers, RoleMissing without a page, Unauthenticated */
export async function requireTeacher(ctx: Ctx): Promise<string> {
  const { own } = await requireClassEditor(ctx);
  if (own === null) throw new NotFound("instructor");
  return own;
}

/** What members practice is changed by editors. @throws Forbidden for teachers once a class is published */
export function refusePublished(
  { own }: ClassEditor,
  { publishedAt }: Pick<EditedClass, "publishedAt">,
): void {
  if (own !== null && publishedAt) throw new Forbidden(msg("Only editors can change a published class."));
}

/**
 * Whether some video of a class can be played and its length is known. The length is saved shortly after the
 * video.
 */
export const isMade = (found: EditedClass): boolean =>
  found.asset?.availability === "available" && found.durationMs !== null;

/** What a class is missing before it can be published. */
export function lacksOf(found: EditedClass): ClassLack[] {
  const made = isMade(found);
  return [
    ...(made || found.sourceVideos.some(({ angle }) => angle === mainAngle) ? [] : ["film" as const]),
    ...(made ? [] : ["transcode" as const]),
    ...(found.parts.length > 0 ? [] : ["parts" as const]),
    ...(mustHearCounts(found) ? ["counts" as const] : []),
  ];
}

/** Whether someone has to hear the counts of a class before it is published: the analysis isn't sure of them. */
export const mustHearCounts = ({ beatGrid, countsCertainty, countsHeardAt }: EditedClass): boolean =>
  beatGrid.length > 0 &&
  countsCertainty !== null &&
  countsCertainty < sureCertainty &&
  countsHeardAt === null;

/** A class as seen by editors and its teacher, by id or slug. @throws NotFound, Unauthenticated */
export async function editedClass(ctx: Ctx, classId: string): Promise<EditedClass> {
  const { own } = await requireClassEditor(ctx);
  const id = isUuid(classId) ? classId.toLowerCase() : await findIdBySlug(ctx.db, classId);
  const found = id && (await findEdited(ctx.db, id));
  if (!found || (own !== null && found.instructor !== own)) throw new NotFound("class");
  return found;
}

/** Yields the class at once, and again when its source videos or their transcodes change. @throws NotFound */
export async function editedClassChanges(ctx: Ctx, classId: string): Promise<AsyncGenerator<undefined>> {
  const { id } = await editedClass(ctx, classId);
  return ctx.live.changes([assetTopic(id)]);
}

export interface DraftsPage {
  readonly items: readonly EditedClass[];
  readonly nextCursor: string | null;
}

/**
 * Unpublished classes that the viewer may edit, newest first.
 * @param search in the title or the instructor's name; all if empty
 * @throws NotFound, BadInput, Unauthenticated
 */
export async function drafts(
  ctx: Ctx,
  search: string | null | undefined,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<DraftsPage> {
  const { own } = await requireClassEditor(ctx);
  const first = pageSize(request?.first);
  const cursor = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await listDrafts(ctx.db, {
    instructor: own,
    search: search?.trim() || null,
    first: first + 1,
    beforeAt: cursor && cursor[0],
    beforeId: cursor && cursor[1],
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.draftedAt.getTime(), last.id]) : null };
}

/** Creates a draft; idempotent per key. @throws BadInput, NotFound, Unauthenticated */
export async function createClass(ctx: Ctx, given: GivenClass, idempotencyKey: string): Promise<EditedClass> {
  const editor = await requireClassEditor(ctx);
  const attributes = readAttributes(given);
  const { parts } = keepKeys(readParts(given.parts, null, []), {
    parts: [],
    unplacedParts: [],
    lastPartKey: 0,
  });
  await checkNamed(ctx, attributes, editor);
  return insertNewClass(ctx, `${editor.accountId}:${idempotencyKey}`, { attributes, parts });
}

/** What a draft begins with. */
export interface NewClass {
  readonly attributes: ClassAttributes;
  readonly parts: readonly PlacedPart[];
  /** Id of the class that it is a copy of. */
  readonly copyOf?: string;
  /** Adds to it, in the same transaction. */
  readonly finish?: (tx: Tx, id: string) => Promise<void>;
}

/** Inserts a draft; a repeated call with the same key gets the first one. @throws NotFound */
export async function insertNewClass(
  ctx: Ctx,
  key: string,
  { attributes, parts, copyOf, finish }: NewClass,
): Promise<EditedClass> {
  const made = await findIdByKey(ctx.db, key);
  if (made) return editedClass(ctx, made);
  const id = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const slug = slugTried(attributes.title, "class", attempt);
      const insert = async (tx: Tx): Promise<void> => {
        if (!(await insertDraft(tx.db, { ...attributes, id, slug, key, now: tx.clock.now() })))
          throw new NotFound("style");
        await replaceParts(tx.db, id, parts);
        await saveCategories(tx.db, id, attributes.categories);
        await finish?.(tx, id);
        await recordAuditEntry(tx, {
          action: "catalog.class_drafted",
          subject: `class:${id}`,
          ...(copyOf && { details: { copyOf } }),
        });
      };
      await besideMerges(() => ctx.transact(insert));
      return await editedClass(ctx, id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt > triedSlugs) throw error;
      // Unique violation: a concurrent request with the same key, or a title that another class has.
      const other = await findIdByKey(ctx.db, key);
      if (other) return editedClass(ctx, other);
    }
  }
}

/** @throws BadInput for a reference that isn't in the library, and for a teacher's class of another instructor */
export async function checkNamed(ctx: Ctx, attributes: ClassAttributes, { own }: ClassEditor): Promise<void> {
  if (own !== null && attributes.instructor !== own)
    throw new BadInput("instructor", msg("Choose your own instructor page."));
  const found = await findNamed(ctx.db, attributes);
  for (const field of ["style", "instructor", "section"] as const)
    if (!found[field]) throw new BadInput(field, inEnglish(`Unknown ${field}.`));
  if (found.categories < attributes.categories.length)
    throw new BadInput("categories", inEnglish("Unknown category."));
}

/**
 * Changes the attributes of a class; its slug stays.
 * @param revision that the editor has seen
 * @throws BadInput, ChangedMeanwhile, NotFound, Unauthenticated
 */
export async function changeClass(
  ctx: Ctx,
  classId: string,
  given: GivenClass,
  revision: number,
): Promise<EditedClass> {
  const before = await editedClass(ctx, classId);
  const attributes = readAttributes(given);
  await checkNamed(ctx, attributes, await requireClassEditor(ctx));
  await change(ctx, before.id, async (tx, found) => {
    const parts = readParts(given.parts, found.durationMs, found.beatGrid);
    if (found.publishedAt && parts.length === 0 && found.parts.length > 0) throw new NotReady("parts");
    if (!attributes.isExplicit && found.songs.some(({ song }) => song.isExplicit))
      throw new BadInput("isExplicit", msg("One of its songs is explicit."));
    if (!(await updateClass(tx.db, { ...attributes, id: found.id, revision }))) throw new ChangedMeanwhile();
    await saveClassParts(tx.db, found.id, keepKeys(parts, found));
    await saveCategories(tx.db, found.id, attributes.categories);
    await recordAuditEntry(tx, {
      action: "catalog.class_changed",
      subject: `class:${found.id}`,
      details: { before: changedAttributes(found, attributes), after: changedAttributes(attributes, found) },
    });
  });
  return editedClass(ctx, before.id);
}

/** Attributes that differ from another version, for the audit log; long texts only by their length. */
export function changedAttributes(
  attributes: ClassAttributes,
  other: ClassAttributes,
): Record<string, unknown> {
  const names = [
    "title",
    "level",
    "type",
    "accessType",
    "isExplicit",
    "style",
    "instructor",
    "section",
  ] as const;
  return Object.fromEntries(
    names.filter((name) => attributes[name] !== other[name]).map((name) => [name, attributes[name]]),
  );
}

/**
 * Deletes a draft with its source videos. A class that was ever published can only be unpublished.
 * @throws DomainError, NotFound, Unauthenticated
 */
export async function deleteDraft(ctx: Ctx, classId: string): Promise<void> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    if (found.firstPublishedAt)
      throw new DomainError(
        "WAS_PUBLISHED",
        msg("Members have practiced this class. Unpublish it instead."),
        {
          status: 409,
        },
      );
    for (const { sourceVideoId } of [...found.sourceVideos, ...found.uprightVideos])
      await deleteSourceVideoFile(tx, sourceVideoId);
    for (const { sourceVideoId } of await listReplaced(tx.db, id, new Date(0)))
      await deleteSourceVideoFile(tx, sourceVideoId);
    await deleteClassRow(tx.db, id);
    await removeTranslations(tx, "class", id);
    await deleteAsset(tx, id);
    await dropSources(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.draft_deleted",
      subject: `class:${id}`,
      details: { title: found.title },
    });
  });
}

type ClassChange = (tx: Tx, found: EditedClass) => Promise<void>;

/**
 * Runs an editor's change under the class's row lock and publishes it to subscribers.
 * @throws Forbidden for a teacher's published class, NotFound for a deleted class
 */
export async function change(ctx: Ctx, id: string, work: ClassChange): Promise<void> {
  const editor = await requireClassEditor(ctx);
  await besideMerges(() =>
    changeLocked(ctx, id, async (tx, found) => {
      refusePublished(editor, found);
      await work(tx, found);
    }),
  );
}

/** Like `change`, for a job, which has no viewer. @throws NotFound for a deleted class */
export const changeLocked = (ctx: Ctx, id: string, work: ClassChange): Promise<void> =>
  ctx.transact(async (tx) => {
    const found = (await lockClass(tx.db, id)) ? await findEdited(tx.db, id) : null;
    if (!found) throw new NotFound("class");
    await work(tx, found);
    tx.signal(assetTopic(id));
  });
