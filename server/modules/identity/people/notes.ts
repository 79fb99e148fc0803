import { sql } from "kysely";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { statement } from "../../../platform/db.ts";
import { BadInput, Forbidden, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireStaff } from "../roles/staff.ts";
import { findSubject } from "./store.ts";

const maxNoteLength = 2000;

/** What staff wrote down about an account. */
export interface StaffNote {
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly text: string;
  /** Null once the author's account is deleted. */
  readonly staffId: string | null;
}

const selectNotes = statement<
  { personId: string; beforeAt: string | null; beforeId: string | null; first: number },
  StaffNote
>(
  "identity.list_staff_notes",
  (p) => sql`
    select id, created_at as at, created_at::text as position, body as text, staff_id as "staffId"
    from identity.staff_notes
    where person_id = ${p.personId}::uuid and (${p.beforeAt}::timestamptz is null
      or (created_at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid))
    order by created_at desc, id desc limit ${p.first}::int`,
);
const selectNoteEvents = statement<
  { personId: string; beforeAt: string | null; beforeId: string | null; first: number },
  StaffNote
>(
  "identity.list_note_events",
  (p) => sql`
    select 'note ' || id as id, created_at as at, created_at::text as position, body as text, staff_id as "staffId"
    from identity.staff_notes
    where person_id = ${p.personId}::uuid and (${p.beforeAt}::timestamptz is null
      or (created_at, 'note ' || id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text))
    order by created_at desc, 'note ' || id desc limit ${p.first}::int`,
);
const insertNote = statement<
  { id: string; personId: string; staffId: string; text: string; now: Date },
  { id: string }
>(
  "identity.insert_staff_note",
  (p) => sql`
    insert into identity.staff_notes (id, person_id, staff_id, body, created_at)
    values (${p.id}::uuid, ${p.personId}::uuid, ${p.staffId}::uuid, ${p.text}, ${p.now}::timestamptz)
    on conflict (id) do nothing returning id`,
);
const selectNote = statement<{ id: string; personId: string }, { staffId: string | null; text: string }>(
  "identity.find_staff_note",
  (p) => sql`
    select staff_id as "staffId", body as text from identity.staff_notes
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const deleteNote = statement<{ id: string }, { id: string }>(
  "identity.delete_staff_note",
  (p) => sql`delete from identity.staff_notes where id = ${p.id}::uuid returning id`,
);

export interface StaffNotePage {
  readonly items: readonly StaffNote[];
  readonly nextCursor: string | null;
}

/** A page of the notes about an account, newest first. The caller has checked that the viewer is staff. @throws BadInput */
export async function notesOf(
  ctx: Ctx,
  personId: string,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<StaffNotePage> {
  const first = pageSize(page.first);
  const key = decodeCursor(page.after, ["timestamp", "uuid"]);
  const rows = await ctx.db.many(selectNotes, {
    personId,
    first: first + 1,
    beforeAt: key?.[0] ?? null,
    beforeId: key?.[1] ?? null,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.position, last.id]) : null };
}

/** @throws NotFound for guests and family profiles too, SecondStepRequired, Unauthenticated */
async function requireNoted(ctx: Ctx, personId: string) {
  const viewer = requireStaff(ctx, ...permissions.seePeople);
  if (!isUuid(personId) || !(await findSubject(ctx.db, personId))) throw new NotFound("person");
  return viewer;
}

/**
 * Adds a note about an account. A repeated call with the same id and text does nothing. For support and finance.
 * @param note.id a UUID that the client chooses
 * @throws BadInput, NotFound, PanRejected, SecondStepRequired, Unauthenticated
 */
export async function addNote(
  ctx: Ctx,
  note: { readonly personId: string; readonly id: string; readonly text: string },
): Promise<void> {
  const { accountId: staffId } = await requireNoted(ctx, note.personId);
  if (!isUuid(note.id)) throw new BadInput("id", msg("Reload the page, then try again."));
  rejectCardNumbers(note.text, "text");
  const text = readText(note.text, "text", maxNoteLength);
  if (!text) throw new BadInput("text", msg("Write a note."));
  await ctx.transact(async (tx) => {
    const { id, personId } = note;
    if (await tx.db.maybe(insertNote, { id, personId, staffId, text, now: tx.clock.now() }))
      await recordAuditEntry(tx, { action: "identity.note_added", subject: `person:${personId}` });
    else if ((await tx.db.maybe(selectNote, { id, personId }))?.text !== text)
      throw new BadInput("id", msg("Reload the page, then try again."));
  });
}

/**
 * Removes a note: its author's own, and any as an admin. Does nothing for one that is gone.
 * @throws Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function removeNote(
  ctx: Ctx,
  note: { readonly personId: string; readonly id: string },
): Promise<void> {
  const viewer = await requireNoted(ctx, note.personId);
  if (!isUuid(note.id)) return;
  const { id, personId } = note;
  await ctx.transact(async (tx) => {
    const found = await tx.db.maybe(selectNote, { id, personId });
    if (!found) return;
    if (!mayRemoveNote(ctx, found)) throw new Forbidden(msg("Only its author and admins can remove a note."));
    if (await tx.db.maybe(deleteNote, { id }))
      await recordAuditEntry(tx, {
        action: "identity.note_removed",
        subject: `person:${personId}`,
        details: { own: found.staffId === viewer.accountId },
      });
  });
}

/** Whether the viewer may remove a note. */
export const mayRemoveNote = (ctx: Ctx, { staffId }: Pick<StaffNote, "staffId">): boolean =>
  ctx.viewer?.role === "admin" || (staffId !== null && staffId === ctx.viewer?.accountId);

/** A page of the notes on an account as events of its history, newest first. For staff. */
export const noteEventsOf = (
  ctx: Pick<Ctx, "db">,
  page: { accountId: string; before: { at: string; id: string } | null; first: number },
): Promise<StaffNote[]> =>
  ctx.db.many(selectNoteEvents, {
    personId: page.accountId,
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });
