import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { readName } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { FamilyFull, PinMissing } from "../errors.ts";
import { personRemoved } from "../events.ts";
import { requireHolder, requireViewer } from "../viewer.ts";
import { membersLoader, profilesOf } from "../accounts/members.ts";
import { checkPin, hasPin, hashPin, storePin } from "./pins.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { countMembersOf, deleteMember, findHolderForUpdate, saveProfile, updateMember } from "./store.ts";
import { addMember } from "./add-member.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Maximum number of members besides the account's holder. */
export const maxMembers = 6;
const maxNameLength = 40;

/** The family of the viewer's account, as shown. */
export interface Family {
  readonly accountId: string;
  /** The active profile of this session. */
  readonly activeId: string;
}

export function familyOf(ctx: Ctx): Family {
  const { accountId, personId } = requireViewer(ctx);
  return { accountId, activeId: personId };
}

function nameOf(given: string): string {
  const name = readName(given, "name", maxNameLength);
  rejectCardNumbers(name, "name");
  return name;
}

/** Derives a member's id from account and idempotency key, so that a repeated call adds no one. */
function memberIdOf(accountId: string, key: string): string {
  const hex = createHash("sha256").update(`member ${accountId} ${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The viewer's family after a change: clears the request's memo, so that it is read again. */
export function familyAfterChange(ctx: Ctx): Family {
  const family = familyOf(ctx);
  membersLoader(ctx).clear(family.accountId);
  return family;
}

export interface NewMember {
  readonly name: string;
  readonly isChild: boolean;
  /** Also sets the account's PIN; required with the first child. */
  readonly pin: string | null;
  readonly idempotencyKey: string;
}

/**
 * Adds a family member and returns their id.
 * @throws BadInput, FamilyFull, Forbidden, RegistrationRequired, Unauthenticated
 */
export async function addFamilyMember(
  ctx: Ctx,
  given: NewMember,
): Promise<{ family: Family; memberId: string }> {
  const { accountId } = requireHolder(ctx);
  const name = nameOf(given.name);
  const id = memberIdOf(accountId, given.idempotencyKey);
  const isSet = await hasPin(ctx, accountId);
  if (given.isChild && !isSet && given.pin === null)
    throw new BadInput("pin", msg("Set an adult PIN before creating a child profile."));
  const pinHash = given.pin !== null && !isSet ? await hashPin(ctx, given.pin) : null;
  await ctx.transact(async (tx) => {
    await findHolderForUpdate(tx.db, accountId);
    if ((await countMembersOf(tx.db, accountId, id)) >= maxMembers) throw new FamilyFull(maxMembers);
    await addMember(tx.db, { id, accountId, name, isChild: given.isChild, now: tx.clock.now() });
    if (pinHash) await storePin(tx, accountId, pinHash);
  });
  return { family: familyAfterChange(ctx), memberId: id };
}

/**
 * Updates a family member; null fields stay.
 * @throws BadInput, Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function updateFamilyMember(
  ctx: Ctx,
  id: string,
  change: { readonly name: string | null; readonly isChild: boolean | null },
): Promise<Family> {
  const { accountId } = requireHolder(ctx);
  if (change.isChild && !(await hasPin(ctx, accountId)))
    throw new BadInput("pin", msg("Set an adult PIN before creating a child profile."));
  const name = change.name === null ? null : nameOf(change.name);
  const member = { id: idOf(id), accountId, name, isChild: change.isChild, now: ctx.clock.now() };
  if (!(await updateMember(ctx.db, member))) throw new NotFound("member");
  return familyAfterChange(ctx);
}

/**
 * Deletes a family member with all their data. Sessions with this active profile end.
 * @throws Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function removeFamilyMember(ctx: Ctx, id: string): Promise<Family> {
  const { accountId, personId } = requireHolder(ctx);
  const member = { id: idOf(id), accountId };
  if (member.id === personId)
    throw new BadInput("id", msg("Switch to another profile before deleting this one."));
  await ctx.transact(async (tx) => {
    if (!(await deleteMember(tx.db, member))) throw new NotFound("member");
    await tx.publish(personRemoved, { personId: member.id });
  });
  return familyAfterChange(ctx);
}

/**
 * Switches the session's active profile; the next access token carries it. Leaving a child's profile for an
 * adult's, and any for the owner's, requires the PIN.
 * @throws NotFound, PinMissing, PinNeeded, RateLimited, Unauthenticated, WrongPin
 */
export async function chooseFamilyMember(ctx: Ctx, id: string, pin: string | null): Promise<Family> {
  const { accountId, sessionId, isChild, personId } = requireViewer(ctx);
  const chosen = (await profilesOf(ctx, accountId)).find((one) => one.id === idOf(id));
  if (!chosen) throw new NotFound("member");
  if (chosen.isChild && !(await hasPin(ctx, accountId))) throw new PinMissing();
  // The account's owner sees and changes money, so another adult needs the PIN, where there is one.
  const isToOwner = chosen.isHolder && personId !== accountId && (await hasPin(ctx, accountId));
  if ((isChild && !chosen.isChild) || isToOwner) await checkPin(ctx, accountId, pin);
  await saveProfile(ctx.db, { sessionId, accountId, profileId: chosen.isHolder ? null : chosen.id });
  return { accountId, activeId: chosen.id };
}

/**
 * Sets the account's PIN. Requires the current PIN, or else a recent sign-in.
 * @throws BadInput, ConfirmationNeeded, Forbidden, RateLimited, RegistrationRequired, Unauthenticated,
 * WrongPin
 */
export async function setFamilyPin(ctx: Ctx, pin: string, currentPin: string | null): Promise<Family> {
  const { accountId, sessionId } = requireHolder(ctx);
  const hash = await hashPin(ctx, pin);
  if (await hasPin(ctx, accountId)) {
    if (currentPin === null) await requireConfirmed(ctx, sessionId);
    else await checkPin(ctx, accountId, currentPin, "currentPin");
  }
  await storePin(ctx, accountId, hash);
  return familyAfterChange(ctx);
}

/** A malformed id is treated as not found instead of causing a database error. */
function idOf(id: string): string {
  if (!isUuid(id)) throw new NotFound("member");
  return id.toLowerCase();
}
