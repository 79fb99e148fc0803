import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type { PersonRow } from "../store.ts";

const personColumns = sql`id, name, username, image, "isAnonymous", bio, links`;

const lockPerson = statement<{ personId: string }, { username: string | null }>(
  "identity.lock_person",
  (p) => sql`select username from identity."user" where id = ${p.personId}::uuid for update`,
);
const selectTaken = statement<{ name: string; personId: string; now: Date }, { isTaken: boolean }>(
  "identity.is_name_taken",
  (p) => sql`
    select exists (
      select from identity."user" where identity.name_look(username) = identity.name_look(${p.name}) and id <> ${p.personId}::uuid
    ) or exists (
      select from identity.held_usernames
      where look = identity.name_look(${p.name}) and person_id <> ${p.personId}::uuid and held_until > ${p.now}::timestamptz
    ) as "isTaken"`,
);
const deleteHeld = statement<{ name: string; personId: string; now: Date }, never>(
  "identity.release_username",
  (p) => sql`
    delete from identity.held_usernames where look = identity.name_look(${p.name})
      and (person_id = ${p.personId}::uuid or held_until <= ${p.now}::timestamptz)`,
);
const insertHeld = statement<{ name: string; personId: string; heldUntil: Date }, never>(
  "identity.hold_username",
  (p) => sql`
    insert into identity.held_usernames (look, person_id, held_until)
    values (identity.name_look(${p.name}), ${p.personId}::uuid, ${p.heldUntil}::timestamptz)
    on conflict (look) do update set person_id = excluded.person_id, held_until = excluded.held_until`,
);
const deleteReleased = statement<{ now: Date }, never>(
  "identity.delete_released_usernames",
  (p) => sql`
    delete from identity.held_usernames where ${oldest("identity.held_usernames", "held_until", p.now)}`,
);
const setName = statement<{ personId: string; name: string }, PersonRow>(
  "identity.set_username",
  (p) => sql`
    update identity."user" set username = ${p.name}, "updatedAt" = now() where id = ${p.personId}::uuid returning ${personColumns}`,
);
const changePerson = statement<
  { personId: string; name: string | null; bio: string | null; links: string | null; now: Date },
  PersonRow
>(
  "identity.update_person",
  (p) => sql`
    update identity."user" set name = coalesce(${p.name}, name),
      bio = case when ${p.bio}::text is null then bio else nullif(${p.bio}, '') end,
      links = coalesce(${p.links}::jsonb, links), "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid returning ${personColumns}`,
);

const setImage = statement<{ personId: string; image: string | null; now: Date }, never>(
  "identity.set_image",
  (p) => sql`
    update identity."user" set image = ${p.image}, "updatedAt" = ${p.now}::timestamptz where id = ${p.personId}::uuid`,
);

const setHides = statement<{ personId: string; hides: boolean; now: Date }, never>(
  "identity.set_hides_explicit",
  (p) => sql`
    update identity."user" set "hidesExplicit" = ${p.hides}::boolean, "updatedAt" = ${p.now}::timestamptz
    where id = ${p.personId}::uuid`,
);

/** The person's username, with the row locked until the transaction ends. */
export const findPersonForUpdate = (db: Db, personId: string): Promise<{ username: string | null }> =>
  db.one(lockPerson, { personId });

/** Whether a username or a lookalike is taken, or held for someone else. */
export const isNameTaken = async (
  db: Db,
  asked: { name: string; personId: string; now: Date },
): Promise<boolean> => (await db.one(selectTaken, asked)).isTaken;

/** Deletes the hold on a username that is the person's own or expired. */
export const releaseUsername = async (
  db: Db,
  asked: { name: string; personId: string; now: Date },
): Promise<void> => {
  await db.change(deleteHeld, asked);
};

export const holdUsername = async (
  db: Db,
  held: { name: string; personId: string; heldUntil: Date },
): Promise<void> => {
  await db.change(insertHeld, held);
};

/** Deletes usernames that were held until before a moment. */
export const deleteReleasedUsernames = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, deleteReleased, { now });

export const updateUsername = (db: Db, change: { personId: string; name: string }): Promise<PersonRow> =>
  db.one(setName, change);

/**
 * Updates non-null fields; an empty bio removes it.
 * @param change.links JSON
 */
export const updatePerson = (
  db: Db,
  change: { personId: string; name: string | null; bio: string | null; links: string | null; now: Date },
): Promise<PersonRow> => db.one(changePerson, change);

export const updateHidesExplicit = async (
  db: Db,
  change: { personId: string; hides: boolean; now: Date },
): Promise<void> => {
  await db.change(setHides, change);
};

export const updateImage = async (
  db: Db,
  change: { personId: string; image: string | null; now: Date },
): Promise<void> => {
  await db.change(setImage, change);
};
