import { isDeepStrictEqual } from "node:util";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, Forbidden, NotFound } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, changeLocked, checkNamed, requireClassEditor } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { listCategories } from "../store.ts";
import { createSong, songForEditors } from "../songs/editing.ts";
import { replaceClassSongs } from "../songs/store-editing.ts";
import { changeDraft, draftAttributes, songUse } from "./drafts.ts";
import { itemsOf, videoImport } from "./imports.ts";
import type { ImportItem } from "./imports.ts";
import { findProposedSong, lockImportItem, saveItemFields } from "./store.ts";
import type { ImportFields, ImportItemRow, ProposedSong } from "./store.ts";

/** What is said of an item's class; what is left out stays. */
export interface ItemChange {
  readonly fields: Partial<ImportFields>;
  readonly recordedAt?: Date;
  readonly songId?: string;
  readonly proposedSong?: ProposedSong;
}

/**
 * Whether a change holds: `set` what a person or a table says, in place of anything; `fill` what a table says, only where no person
 * or table has said anything yet; `propose` what a file says, likewise, and open to both afterwards.
 */
export type ChangeMode = "set" | "fill" | "propose";

const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value);
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(sorted(a), sorted(b));
const songOf = ({ songId }: ImportItemRow, edited: EditedClass | null): string | null =>
  edited ? (edited.songs[0]?.song.id ?? null) : songId;

/** That part of a change that changes an item, with its class. Pure. */
export function effectOf(
  item: ImportItemRow,
  edited: EditedClass | null,
  given: ItemChange,
  mode: ChangeMode,
): ItemChange {
  const shown: ImportFields = edited ?? item.fields;
  const isOpen = (name: string, isUntouched: boolean) =>
    mode === "set" || (isUntouched && !item.filled.includes(name));
  const fields = Object.entries(given.fields).filter(([name, value]) => {
    const now = shown[name as keyof ImportFields];
    return (
      value !== undefined &&
      !isSame(now, value) &&
      isOpen(name, isSame(now, item.fields[name as keyof ImportFields]))
    );
  });
  const { recordedAt, songId, proposedSong } = given;
  const song = songOf(item, edited);
  return {
    fields: Object.fromEntries(fields),
    ...(recordedAt && !isSame(recordedAt, item.recordedAt) && isOpen("recordedAt", true) && { recordedAt }),
    ...(songId && songId !== song && isOpen("song", song === null) && { songId }),
    ...(proposedSong && !item.proposedSong && { proposedSong }),
  };
}

/** Names of what a change changes. */
export const namesIn = ({ fields, recordedAt, songId, proposedSong }: ItemChange): string[] => [
  ...Object.keys(fields),
  ...(recordedAt ? ["recordedAt"] : []),
  ...(songId || proposedSong ? ["song"] : []),
];

/**
 * Applies a change to an item, and to its draft once it has one.
 * @param isByPerson whether the viewer makes it; false: a job
 * @returns the names of what it changed
 * @throws ChangedMeanwhile, Forbidden for a teacher's published class, NotFound for a deleted class
 */
export async function changeItem(
  ctx: Ctx,
  found: Pick<ImportItemRow, "id" | "classId">,
  given: ItemChange,
  { mode, isByPerson }: { readonly mode: ChangeMode; readonly isByPerson: boolean },
): Promise<string[]> {
  let changed: string[] = [];
  const work = async (tx: Tx, edited: EditedClass | null) => {
    const item = await lockImportItem(tx.db, found.id);
    if (!item) throw new NotFound("import");
    if (item.classId !== found.classId) throw new ChangedMeanwhile();
    const effect = effectOf(item, edited, given, mode);
    changed = namesIn(effect);
    if (changed.length > 0) await apply(tx, item, edited, { effect, mode });
  };
  const { classId } = found;
  if (classId === null) await ctx.transact((tx) => work(tx, null));
  else await (isByPerson ? change : changeLocked)(ctx, classId, work);
  return changed;
}

async function apply(
  tx: Tx,
  item: ImportItemRow,
  edited: EditedClass | null,
  { effect, mode }: { readonly effect: ItemChange; readonly mode: ChangeMode },
): Promise<void> {
  const { fields, recordedAt, songId, proposedSong } = effect;
  const names = mode === "propose" ? [] : namesIn(effect);
  await saveItemFields(tx.db, {
    id: item.id,
    fields: { ...item.fields, ...fields },
    filled: [...new Set([...item.filled, ...names])],
    songId: songId ?? item.songId,
    proposedSong: proposedSong ?? item.proposedSong,
    recordedAt: recordedAt ?? item.recordedAt,
  });
  if (!edited) return;
  if (Object.keys(fields).length > 0) await changeDraft(tx, edited, fields);
  if (songId) await replaceClassSongs(tx.db, edited.id, [songUse(songId)]);
}

/** What staff say of many items at once; null: it stays. */
export interface GivenFill {
  readonly title: string | null;
  readonly description: string | null;
  readonly level: string | null;
  readonly type: string | null;
  readonly accessType: ImportFields["accessType"] | null;
  readonly style: string | null;
  readonly instructor: string | null;
  readonly section: string | null;
  readonly categories: readonly string[] | null;
  readonly songId: string | null;
  /** Gives each the song that its file names, which is added to the songs if it isn't there. */
  readonly usesProposedSong: boolean;
}

/** Items of one call. Clients send more of them in several. */
const maxFilledAtOnce = 100;

/** Why an item can't be filled. */
export const fillRefusals = ["deleted", "published", "no_song", "view"] as const;
/** What filling did. */
export interface FillResult {
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly id: string; readonly reason: (typeof fillRefusals)[number] }[];
}

/** Validates fields that are the same for all. @throws BadInput */
async function readFields(
  ctx: Ctx,
  given: Partial<ImportFields>,
  {
    instructor,
    defaults,
  }: { instructor: string | null; defaults: Omit<ImportFields, "title" | "description" | "categories"> },
): Promise<Partial<ImportFields>> {
  const whole = { ...defaults, title: "-", description: "", categories: [], ...given };
  const attributes = draftAttributes(whole);
  const { accountId } = await requireClassEditor(ctx);
  await checkNamed(ctx, attributes, { accountId, own: instructor });
  const names = Object.keys(given) as (keyof ImportFields)[];
  const fields = Object.fromEntries(names.map((name) => [name, attributes[name]])) as Partial<ImportFields>;
  const [first] = fields.section ? [] : (fields.categories ?? []);
  if (!first) return fields;
  // A class is listed in the section of its category.
  const all = { section: null, goals: null, following: null, personId: null };
  const [category] = await listCategories(ctx.db, { ...all, slugs: [first] });
  return { ...fields, ...(category && { section: category.section }) };
}

/**
 * Fills fields of many files, each in a transaction of its own. For editors, and the import's teacher.
 * @param ids of the import's items
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function fillImport(
  ctx: Ctx,
  importId: string,
  ids: readonly string[],
  { songId, usesProposedSong, ...given }: GivenFill,
): Promise<FillResult> {
  const found = await videoImport(ctx, importId);
  const items = new Map((await itemsOf(ctx, found)).map((item) => [item.id, item]));
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length > maxFilledAtOnce)
    throw new BadInput("itemIds", inEnglish(`Send up to ${maxFilledAtOnce} ids.`));
  if (given.title !== null && wanted.length > 1)
    throw new BadInput("title", inEnglish("Give each video a title of its own."));
  if (songId !== null && !isUuid(songId)) throw new BadInput("songId", inEnglish("Unknown song."));
  if (songId !== null) await songForEditors(ctx, songId);
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const fields = await readFields(ctx, said as Partial<ImportFields>, found);
  const refused: { id: string; reason: (typeof fillRefusals)[number] }[] = [];
  let changed = 0;
  for (const id of wanted) {
    // oxlint-disable-next-line no-await-in-loop -- One after another: they share locks of instructors, categories and songs.
    const outcome = await fillItem(ctx, items.get(id), { fields, songId, usesProposedSong });
    if (typeof outcome === "string") refused.push({ id, reason: outcome });
    else if (outcome) changed += 1;
  }
  if (changed > 0)
    await ctx.transact((tx) =>
      recordAuditEntry(tx, {
        action: "catalog.video_import_filled",
        subject: `video_import:${found.id}`,
        details: {
          videos: changed,
          fields: [...Object.keys(fields), ...(songId || usesProposedSong ? ["song"] : [])].join(", "),
        },
      }),
    );
  return { changed, unchanged: wanted.length - changed - refused.length, refused };
}

/** @returns whether the item changed, or why it can't */
async function fillItem(
  ctx: Ctx,
  item: ImportItem | undefined,
  given: { fields: Partial<ImportFields>; songId: string | null; usesProposedSong: boolean },
): Promise<boolean | (typeof fillRefusals)[number]> {
  if (!item || (item.classId && !item.edited)) return "deleted";
  if (item.mainId !== null) return "view";
  const songId = given.usesProposedSong ? await addProposedSong(ctx, item.proposedSong) : given.songId;
  if (given.usesProposedSong && songId === null) return "no_song";
  const change = { fields: given.fields, ...(songId && { songId }) };
  try {
    return (await changeItem(ctx, item, change, { mode: "set", isByPerson: true })).length > 0;
  } catch (error) {
    if (error instanceof NotFound || error instanceof ChangedMeanwhile) return "deleted";
    if (error instanceof Forbidden) return "published";
    throw error;
  }
}

/** The song that a file names, which is added if it isn't there; null if it doesn't say enough. */
async function addProposedSong(ctx: Ctx, proposed: ProposedSong | null): Promise<string | null> {
  const known = proposed && (await findProposedSong(ctx.db, proposed));
  if (known) return known;
  const { title, artist, isrc } = proposed ?? {};
  if (!title || !artist) return null;
  const song = await createSong(ctx, { title, artist, isrc, rights: "unclear", isExplicit: false });
  return song.id;
}
