import type { Ctx, Role, Tx } from "../../ctx.ts";
import { hashPassword } from "./sign-in/password-hashes.ts";
import { insertAccount } from "./store.ts";
import { findEmail, findOwner } from "./email-addresses/store.ts";
import type { Db } from "../../platform/db.ts";

export type { MergeResult } from "./endpoints/merging.ts";
export { endMerged, profilesOf, seedFamily } from "./accounts/members.ts";
export { addFamilyMember, familyAfterChange } from "./family/family.ts";
export type { Family } from "./family/family.ts";
export { addressesInUse, createInvitedMember, mailMemberInvitation } from "./accounts/invited-members.ts";
export { deleteIdleGuests } from "./accounts/guests.ts";
export { beforeDeletion } from "./deletion/before-deletion.ts";
export { hashPin } from "./family/pins.ts";
export type { MemberRow } from "./accounts/members.ts";
export {
  accountIdSql,
  accountsOfWordsSql,
  accountsSql,
  joinedSql,
  auditLogSql,
  isReachableSql,
  profileIdsSql,
} from "./people/sql.ts";
export { auditEventsOf } from "./people/audit.ts";
export {
  accountStateOf,
  refuseStaffAccount,
  reinstatePerson,
  requestDeletionFor,
  requestExportFor,
  resendConfirmationTo,
  signOutPerson,
  suspendPerson,
} from "./people/acts.ts";
export { beginSeeAs } from "./see-as/see-as.ts";
export type { SeeAsRow as SeeAsTicket } from "./see-as/store.ts";
export { addNote, mayRemoveNote, noteEventsOf, notesOf, removeNote } from "./people/notes.ts";
export type { StaffNote, StaffNotePage } from "./people/notes.ts";
export { hasAccounts, joinedBetween } from "./people/store.ts";
export type { AccountState } from "./people/store.ts";
export { peopleQuery } from "./people/words.ts";
export { exportKey, finishExport } from "./accounts/exports.ts";
export { addressOf as normalizeEmail } from "./email-addresses/normalize.ts";
export { hasVerifiedEmail, mailAddress, mailPerson } from "./emails/send.ts";
export { personLoader, personOfUsername, photoUrl } from "./persons.ts";
export { defaultReader, localeOfAccount, readerOf, setTimeZone } from "./preferences/preferences.ts";
export { localeSql, timeZoneSql } from "./preferences/store.ts";
export { setPhoto } from "./profile/profile.ts";
export { readAccountsOfAddress, setRoleAsOperator, staffWith } from "./roles/roles.ts";
export type { AddressedAccount } from "./roles/store.ts";
export type { AuditEntry } from "./roles/staff.ts";
export {
  recordAuditEntry,
  recordOperatorAuditEntry,
  refuseLapsedStaff,
  requireConfirmedStaff,
  requireStaff,
} from "./roles/staff.ts";
export {
  nameAuditSubjects,
  nameAuditSubjectsByUuid,
  partsOfSubject,
  subjectNameLoader,
} from "./roles/audit-subjects.ts";
export type { SubjectName } from "./roles/audit-subjects.ts";
export { lastActLoader } from "./roles/last-acts.ts";
export type { LastAct } from "./roles/last-acts.ts";
export { createFirstAdminCode } from "./roles/first-admin.ts";
export { seedSecondStep } from "./roles/second-step.ts";
export {
  arrivedAtSql,
  hidesExplicitSql,
  listPersonsBeginning,
  listPersonsNamed,
  personOfUsernameSql,
  personsAfterSql,
  publicPersonSql,
  readersSql,
} from "./store.ts";
export { accountOfSql, isChildSql, listMembers as listProfilesOf, memberRowsSql } from "./family/store.ts";
export type { PersonRow, PublicPerson } from "./store.ts";
export { requireAdult, requireHolder, requireMember, requireViewer } from "./viewer.ts";

/** The verified email address of a person; null if there is none. */
export async function verifiedEmailOf(db: Db, personId: string): Promise<string | null> {
  return (await findEmail(db, personId))?.address ?? null;
}

/** The addresses by which an account is known: the verified one, and one that is given but not verified. */
export async function emailsOf(db: Db, personId: string): Promise<string[]> {
  const found = await findEmail(db, personId);
  return [found?.address, found?.pendingEmailAddress].filter((address) => address != null);
}

/** The account that verified an address; null if there is none. */
export async function accountOfEmail(db: Db, address: string): Promise<string | null> {
  return (await findOwner(db, address))?.personId ?? null;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly username: string | null;
  readonly role: Role;
  readonly image: string | null;
  /** In plain text; only its hash is stored. Null for an account without sign-in. */
  readonly password: string | null;
}

/** Prepares an account outside the transaction, since hashing a password is slow. */
export async function prepareAccount(
  ctx: Pick<Ctx, "config">,
  account: NewAccount,
): Promise<NewAccount & { readonly passwordHash: string | null }> {
  return {
    ...account,
    passwordHash:
      account.password === null ? null : await hashPassword(ctx.config.passwordCost, account.password),
  };
}

/** Creates a registered account with a verified address. For seeds and staff, not for sign-up. */
export async function createAccount(
  tx: Tx,
  prepared: Awaited<ReturnType<typeof prepareAccount>>,
): Promise<void> {
  const { password: _, ...account } = prepared;
  await insertAccount(tx.db, { ...account, email: account.email.toLowerCase() });
}
