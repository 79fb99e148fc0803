import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

interface AuditEntryRow {
  /** Null for the machine's operator. */
  readonly actorId: string | null;
  readonly action: string;
  readonly subject: string;
  /** JSON. */
  readonly details: string;
  readonly happenedAt: Date;
}

const insertAuditEntryRow = statement<AuditEntryRow, never>(
  "identity.insert_staff_act",
  (p) => sql`
    insert into identity.staff_acts (actor_id, action, subject, details, happened_at)
    values (${p.actorId}::uuid, ${p.action}, ${p.subject}, ${p.details}::jsonb, ${p.happenedAt}::timestamptz)`,
);

export const insertAuditEntry = async (db: Db, act: AuditEntryRow): Promise<void> => {
  await db.change(insertAuditEntryRow, act);
};
