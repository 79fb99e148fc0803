import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Role } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { secondStepDueSql } from "./roles/store-second-step.ts";

/** A person's public data; names and photos are empty until set. */
export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly image: string | null;
  readonly isAnonymous: boolean;
  readonly bio: string | null;
  readonly links: readonly ProfileLink[];
}

/** The value of `publicPersonSql`. */
export interface PublicPerson {
  readonly id: string;
  readonly username: string | null;
  readonly image: string | null;
}

export interface ProfileLink {
  /** http or https. */
  readonly url: string;
  readonly title: string;
}

const findPersons = statement<{ ids: readonly string[] }, PersonRow>(
  "identity.find_persons",
  (p) => sql`
    select id, name, username, image, "isAnonymous", bio, links from identity."user" where id = any(${p.ids}::uuid[])`,
);
/** An active session and its active profile, which is null for the holder. */
export interface LiveSession {
  readonly profileId: string | null;
  readonly isChild: boolean;
  /** Whether explicit content is hidden: a child's profile, or a preference. */
  readonly hidesExplicit: boolean;
  /** Role of the account that signed in. */
  readonly role: Role;
  /** When the grace period without a second factor ends; null with a factor or without a role. */
  readonly secondStepDueAt: Date | null;
}
const findLiveSession = statement<{ id: string }, LiveSession>(
  "identity.find_live_session",
  (p) => sql`
    select s."profileId", dancer."isChild", dancer."isChild" or dancer."hidesExplicit" as "hidesExplicit", holder.role,
      ${secondStepDueSql("holder")} as "secondStepDueAt"
    from identity."session" s join identity."user" holder on holder.id = s."userId"
    join identity."user" dancer on dancer.id = coalesce(s."profileId", s."userId")
      and (s."profileId" is null or dancer."accountId" = s."userId")
    where s.id = ${p.id}::uuid and s."expiresAt" > now()`,
);
const upsertAccount = statement<
  {
    email: string;
    name: string;
    username: string | null;
    role: string;
    image: string | null;
    passwordHash: string | null;
    id: string;
  },
  { id: string }
>(
  "identity.upsert_account",
  (p) => sql`
    with person as (
      insert into identity."user" (id, name, email, "emailVerified", username, role, image)
      values (${p.id}::uuid, ${p.name}, ${p.email}, true, ${p.username}, ${p.role}, ${p.image})
      on conflict (email) do update set name = excluded.name, username = excluded.username, role = excluded.role, image = excluded.image
      returning id
    ), credential as (
      insert into identity."account" ("accountId", "providerId", "userId", password, "updatedAt")
      select id::text, 'credential', id, ${p.passwordHash}::text, now() from person
      where ${p.passwordHash}::text is not null
    )
    select id from person`,
);

/** The persons among `ids` that exist, in any order. */
export const listPersons = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db.many(findPersons, { ids });

const selectNamed = statement<{ names: readonly string[] }, PublicPerson>(
  "identity.list_persons_named",
  (p) => sql`
    select id, username, image from identity."user"
    where identity.name_look(username) in (select identity.name_look(name) from unnest(${p.names}::text[]) as name)`,
);
// Usernames are letters, digits, dots and underscores; `{` sorts after all of them.
const selectBeginning = statement<{ beginning: string; first: number }, PublicPerson>(
  "identity.list_persons_beginning",
  (p) => sql`
    select id, username, image from identity."user"
    where identity.name_look(username) collate "C" >= identity.name_look(${p.beginning})
      and identity.name_look(username) collate "C" < identity.name_look(${p.beginning}) || '{'
    order by identity.name_look(username) collate "C" limit ${p.first}::int`,
);

const selectOfUsername = statement<{ username: string }, PersonRow>(
  "identity.find_person_of_username",
  (p) => sql`
    select id, name, username, image, "isAnonymous", bio, links from identity."user"
    where identity.name_look(username) = identity.name_look(${p.username})`,
);
/** Finds a person by username, without its @. */
export const findPersonOfUsername = (db: Db, username: string): Promise<PersonRow | null> =>
  db.maybe(selectOfUsername, { username });

/** Finds persons by usernames, in any order. */
export const listPersonsNamed = (db: Db, names: readonly string[]): Promise<PublicPerson[]> =>
  db.many(selectNamed, { names });

/** Persons whose usernames begin with a prefix, by name. */
export const listPersonsBeginning = (db: Db, beginning: string, first: number): Promise<PublicPerson[]> =>
  db.many(selectBeginning, { beginning, first });

/** A session, unless expired. */
export const findSession = (db: Db, id: string): Promise<LiveSession | null> =>
  db.maybe(findLiveSession, { id });

/** Inserts a registered account, or updates the one with that address. */
export const insertAccount = (
  db: Db,
  account: {
    id: string;
    email: string;
    name: string;
    username: string | null;
    role: string;
    image: string | null;
    passwordHash: string | null;
  },
): Promise<{ id: string }> => db.one(upsertAccount, account);

/**
 * SQL for a person's public data as one JSON value, for other modules' statements. Null for guests, children
 * and deleted people.
 */
export const publicPersonSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('id', id, 'username', username, 'image', image)
  from identity."user" where id = ${personId} and not "isAnonymous" and not "isChild")`;

/** SQL for the id of a username's person, for other modules' statements. */
export const personOfUsernameSql = (username: unknown): RawBuilder<unknown> => sql`(
  select id from identity."user" where identity.name_look(username) = identity.name_look(${username}))`;

/** SQL for whether explicit content is hidden from a person, for other modules' statements. */
export const hidesExplicitSql = (personId: unknown): RawBuilder<unknown> =>
  sql`(select "isChild" or "hidesExplicit" from identity."user" where id = ${personId}::uuid)`;

/** SQL for a page of people in the order of their ids, for other modules' statements: a column `id`. */
export const personsAfterSql = (after: unknown, first: unknown): RawBuilder<unknown> => sql`
  select id from identity."user" where id > ${after}::uuid order by id limit ${first}::int`;

/**
 * SQL for how people read, for other modules' statements: id, locale of their account (null until it is known), "isChild",
 * "hidesExplicit", "isAnonymous".
 * @param people a query with a column `person_id`
 */
export const readersSql = (people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select person.id, account.locale, person."isChild", person."isChild" or person."hidesExplicit" as "hidesExplicit", person."isAnonymous"
  from (${people}) as page join identity."user" as person on person.id = page.person_id
  join identity."user" as account on account.id = coalesce(person."accountId", person.id)`;

/** SQL for when a person was created, even as a guest, for other modules' statements. */
export const arrivedAtSql = (personId: unknown): RawBuilder<unknown> =>
  sql`(select "createdAt" from identity."user" where id = ${personId}::uuid)`;
