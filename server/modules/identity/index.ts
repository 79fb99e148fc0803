import type { Ctx, Role, Tx, Viewer } from "../../ctx.ts";
import { Forbidden, RegistrationRequired, Unauthenticated } from "../../platform/errors.ts";
import { defineLoader } from "../../platform/loader.ts";
import { hashPassword } from "./passwords.ts";
import { findPersonOfUsername, insertAccount, listPersons } from "./store.ts";
import type { PersonRow } from "./store.ts";
import { findAddress } from "./store-addresses.ts";
import type { Db } from "../../platform/db.ts";

export type { Brought } from "./endpoints/merging.ts";
export { endMerged, profilesOf, seedFamily } from "./members.ts";
export { addFamilyMember } from "./family.ts";
export type { Family } from "./family.ts";
export { deleteIdleGuests } from "./guests.ts";
export { hashPin } from "./pins.ts";
export type { MemberRow } from "./members.ts";
export { exportKey, finishExport } from "./exports.ts";
export { hasVerifiedEmail, mailPerson } from "./mails.ts";
export { setPhoto } from "./profile.ts";
export { readAccountsOfAddress, roles, setRoleAsOperator } from "./roles.ts";
export type { AddressedAccount } from "./store-roles.ts";
export { recordStaffAct, refuseLapsedStaff, requireConfirmedStaff, requireStaff } from "./staff.ts";
export { seedSecondStep } from "./staff-second-step.ts";
export {
  arrivedAtSql,
  hidesExplicitSql,
  listPersonsBeginning,
  listPersonsNamed,
  personOfUsernameSql,
  publicPersonSql,
} from "./store.ts";
export { accountOfSql, isChildSql } from "./store-family.ts";
export type { PersonRow, ProfileLink, PublicPerson } from "./store.ts";

/** The viewer, anonymous or not. @throws Unauthenticated when nobody is signed in */
export function requireViewer(ctx: { readonly viewer: Viewer | null }): Viewer {
  if (!ctx.viewer) throw new Unauthenticated();
  return ctx.viewer;
}

/** The viewer, who must have registered. @throws RegistrationRequired, Unauthenticated */
export function requireMember(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isAnonymous) throw new RegistrationRequired();
  return viewer;
}

/** Absolute URL of a person's picture: one of ours is kept as a path. */
export function photoUrl(ctx: Ctx, image: string | null): string | null {
  return image?.startsWith("/") ? `${ctx.publicUrl}${image}` : image;
}

/** The viewer, who must have registered, and no child of a family. @throws Forbidden, RegistrationRequired, Unauthenticated */
export function requireHolder(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireMember(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}

/** The viewer, anonymous or not, and no child of a family. @throws Forbidden, Unauthenticated */
export function requireAdult(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}

/** The e-mail address that a person proved to be theirs; null without one. */
export async function provedAddressOf(db: Db, personId: string): Promise<string | null> {
  return (await findAddress(db, personId))?.address ?? null;
}

/** Persons by id, batched within one request. */
export const personLoader = defineLoader<string, PersonRow>(async (ctx: Ctx, ids) => {
  const rows = await listPersons(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** The person of a username, with or without its @. */
export async function personOfUsername(ctx: Ctx, username: string): Promise<PersonRow | null> {
  const name = username.trim().replace(/^@/, "");
  // No name holds what PostgreSQL can't.
  if (name === "" || name.length > 60 || name.includes("\u0000")) return null;
  const person = await findPersonOfUsername(ctx.db, name);
  if (person) personLoader(ctx).prime(person.id, person);
  return person;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly username: string | null;
  readonly role: Role;
  readonly image: string | null;
  /** In the clear; kept as a hash alone. Null: nobody can sign in to it. */
  readonly password: string | null;
}

/** Prepares an account outside the transaction, since hashing a password takes a while. */
export async function prepareAccount(
  account: NewAccount,
): Promise<NewAccount & { readonly passwordHash: string | null }> {
  return {
    ...account,
    passwordHash: account.password === null ? null : await hashPassword(account.password),
  };
}

/** Makes a registered account whose address counts as verified. For seeds and staff, not for sign-up. */
export async function createAccount(
  tx: Tx,
  prepared: Awaited<ReturnType<typeof prepareAccount>>,
): Promise<void> {
  const { password: _, ...account } = prepared;
  await insertAccount(tx.db, { ...account, email: account.email.toLowerCase() });
}
