import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

type People = { readonly from: string; readonly into: string };

const selectDouble = statement<People, { isDouble: boolean }>(
  "identity.is_double_of",
  (p) => sql`
    select exists (
      select from identity."user" as double join identity."user" as first on first.id = ${p.into}::uuid
      where double.id = ${p.from}::uuid and not double."isAnonymous" and double.role = 'member' and double."accountId" is null
        and not double."emailVerified" and double."pendingEmail" = first.email and first."emailVerified") as "isDouble"`,
);
// Usernames are unique: the first person releases it before the other takes it.
const releaseRow = statement<People, { username: string | null; bio: string | null; links: string }>(
  "identity.release_profile",
  (p) => sql`
    with old as (select id, username, bio, links from identity."user" where id = ${p.from}::uuid for update),
      family as (update identity."user" set "accountId" = ${p.into}::uuid where "accountId" = ${p.from}::uuid),
      pin as (
        insert into identity.family_pins (account_id, hash, set_at)
        select ${p.into}::uuid, hash, set_at from identity.family_pins where account_id = ${p.from}::uuid on conflict do nothing
      ), held as (update identity.held_usernames set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid)
    update identity."user" u set username = null from old where u.id = old.id
    returning old.username, old.bio, old.links::text as links`,
);
const takeRow = statement<
  { into: string; username: string | null; bio: string | null; links: string },
  never
>(
  "identity.take_profile",
  (p) => sql`
    update identity."user" set username = coalesce(username, ${p.username}), bio = coalesce(bio, ${p.bio}),
      links = case when links = '[]' then ${p.links}::jsonb else links end
    where id = ${p.into}::uuid`,
);
const deleteRow = statement<{ from: string }, never>(
  "identity.delete_merged",
  (p) => sql`delete from identity."user" where id = ${p.from}::uuid`,
);

/**
 * Whether an account is an unverified duplicate: created with the address that the other account verified,
 * and never verified itself.
 */
export const isDoubleOf = async (db: Db, people: People): Promise<boolean> =>
  (await db.one(selectDouble, people)).isDouble;

/**
 * Moves family, username, bio and links to a person without these, and deletes the first person. Idempotent.
 */
export async function endMergedPerson(db: Db, people: People): Promise<void> {
  const released = await db.maybe(releaseRow, people);
  if (!released) return;
  await db.change(takeRow, { into: people.into, ...released });
  await db.change(deleteRow, { from: people.from });
}
