import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A ticket by which staff see the pages of a member. */
export interface SeeAsRow {
  readonly id: string;
  readonly staffId: string;
  readonly personId: string;
  readonly name: string;
  readonly endsAt: Date;
}
interface NewSeeAs extends Pick<SeeAsRow, "id" | "staffId" | "personId" | "endsAt"> {
  readonly sessionId: string;
  readonly reason: string;
  readonly now: Date;
}
/** The member behind a ticket, as a viewer. */
export interface SeenRow {
  readonly personId: string;
  readonly hidesExplicit: boolean;
  readonly staffId: string;
}

const insertRow = statement<NewSeeAs, never>(
  "identity.insert_see_as",
  (p) => sql`
    insert into identity.see_as (id, staff_id, session_id, person_id, reason, started_at, ends_at)
    values (${p.id}::uuid, ${p.staffId}::uuid, ${p.sessionId}::uuid, ${p.personId}::uuid, ${p.reason}, ${p.now}, ${p.endsAt})
    on conflict (id) do nothing`,
);
const selectRow = statement<{ id: string; sessionId: string }, SeeAsRow>(
  "identity.find_see_as",
  (p) => sql`
    select ticket.id, ticket.staff_id as "staffId", ticket.person_id as "personId", person.name, ticket.ends_at as "endsAt"
    from identity.see_as as ticket join identity."user" as person on person.id = ticket.person_id
    where ticket.id = ${p.id}::uuid and ticket.session_id = ${p.sessionId}::uuid`,
);
const selectSeen = statement<{ id: string; sessionId: string; staffId: string; now: Date }, SeenRow>(
  "identity.find_seen_person",
  // A member who joins the staff is no longer seen.
  (p) => sql`
    select person.id as "personId", person."hidesExplicit", ticket.staff_id as "staffId"
    from identity.see_as as ticket join identity."user" as person on person.id = ticket.person_id
    where ticket.id = ${p.id}::uuid and ticket.session_id = ${p.sessionId}::uuid and ticket.staff_id = ${p.staffId}::uuid
      and ticket.ends_at > ${p.now} and person.role = 'member'`,
);

/** Inserts a ticket, once per id. @returns whether it is new */
export const insertSeeAs = async (db: Db, ticket: NewSeeAs): Promise<boolean> =>
  (await db.change(insertRow, ticket)) > 0;

/** A ticket of a session; null for another's. */
export const findSeeAs = (db: Db, of: { id: string; sessionId: string }): Promise<SeeAsRow | null> =>
  db.maybe(selectRow, of);

/** The member whom a session may see now; null if its ticket is over. */
export const findSeenPerson = (
  db: Db,
  of: { id: string; sessionId: string; staffId: string; now: Date },
): Promise<SeenRow | null> => db.maybe(selectSeen, of);
