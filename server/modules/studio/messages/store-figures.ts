import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectUncounted = statement<{ before: Date; first: number }, { id: string }>(
  "studio.list_uncounted_announcements",
  (p) => sql`
    select id from studio.messages
    where state = 'sent' and sent_at < ${p.before}::timestamptz and figures is null
    order by sent_at, id limit ${p.first}::int`,
);
const updateFigures = statement<{ id: string; figures: string }, never>(
  "studio.save_figures",
  (p) =>
    sql`update studio.messages set figures = ${p.figures}::jsonb where id = ${p.id}::uuid and figures is null`,
);

/** Deletes recipients of announcements whose figures are saved, a batch of `deleteInBatches`. */
export const deleteRecipients = statement<object, never>(
  "studio.delete_recipients",
  () => sql`
    delete from studio.message_recipients where ctid = any(array(
      select recipient.ctid from studio.message_recipients as recipient
      where message_id in (select id from studio.messages where figures is not null)
      limit 5000 for update skip locked))`,
);

/** Announcements sent before a moment whose figures aren't saved, oldest first. */
export const listUncounted = async (db: Db, page: { before: Date; first: number }): Promise<string[]> =>
  (await db.many(selectUncounted, page)).map(({ id }) => id);
export const saveFigures = async (db: Db, saved: { id: string; figures: string }): Promise<void> => {
  await db.change(updateFigures, saved);
};
