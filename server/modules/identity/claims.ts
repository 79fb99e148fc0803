import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { isUuid } from "../../platform/uuid.ts";
import { makeMember, verifyAddress } from "./addresses.ts";
import { ChooseAccount, KeySpent } from "./errors.ts";
import { deletionCanceled } from "./events.ts";
import { readKey, spendKey } from "./mail-keys.ts";
import { findOwner, listGiven, listUnverified } from "./store-addresses.ts";
import type { UnverifiedAccount } from "./store-addresses.ts";
import { endWaysIn } from "./store-claims.ts";
import { deleteAccountDeletion } from "./store-leaving.ts";

const maxName = 80;

/** Ends what people outside can still read or steer of these profiles: calendars, pushes, rooms. */
export type EndOutsideAccess = (tx: Tx, personIds: readonly string[]) => Promise<void>;

/** A link to sign in or to reset a password, and what its page was told. */
export interface SignInLink {
  readonly key: string;
  readonly purpose: "reset" | "sign_in";
  /** Needed while no account has verified the address: the id of one that gave it, or "new". */
  readonly account: string | null;
  /** Of a new account. */
  readonly name: string | null;
  /** The account that the browser is signed in to. */
  readonly accountHere: string | null;
}

/** An account that a mailed link may be for. */
export interface LinkedAccount extends Omit<UnverifiedAccount, "isStaff"> {
  /** The browser is signed in to it. */
  readonly isHere: boolean;
}

/**
 * Reads what a mailed link can be for, without spending it. Once an account has verified the address, there is nothing to choose.
 * @throws KeySpent
 */
export async function readMailedLink(
  ctx: Ctx,
  key: string,
  accountHere: string | null,
): Promise<{ email: string; accounts: LinkedAccount[] }> {
  const found = await readKey(ctx, key);
  if (!found) throw new KeySpent();
  const { purpose, address: email } = found;
  const list = purpose === "prove" ? listGiven : listUnverified;
  const isSettled = purpose !== "prove" && (await findOwner(ctx.db, email)) !== null;
  const accounts = isSettled ? [] : await list(ctx.db, email);
  return {
    email,
    accounts: accounts
      .filter(({ isStaff }) => purpose === "prove" || !isStaff)
      .map(({ id, name, signedUpAt }) => ({ id, name, signedUpAt, isHere: id === accountHere })),
  };
}

/**
 * Opens the account that a mailed link is for: the one that verified the address. While none did, the owner of the mailbox says
 * which account is theirs, or has a new one; nothing is taken for granted of who signed up with the address.
 * @returns its id
 * @throws AddressTaken, BadInput, ChooseAccount, KeySpent
 */
export async function enterByLink(
  tx: Tx,
  link: SignInLink,
  endOutsideAccess: EndOutsideAccess,
): Promise<string> {
  const address = await spendKey(tx, link.key, link.purpose);
  if (!address) throw new KeySpent();
  const owner = await findOwner(tx.db, address);
  if (owner) return owner.personId;
  const personId =
    link.account === "new"
      ? await makeMember(tx, { anonymousId: null, name: nameOf(link.name), address })
      : await chosenAccount(tx, address, link.account);
  if (link.account !== "new" && personId !== link.accountHere) await claim(tx, personId, endOutsideAccess);
  await verifyAddress(tx, { personId, address });
  return personId;
}

async function chosenAccount(tx: Tx, address: string, id: string | null): Promise<string> {
  const [chosen] = id !== null && isUuid(id) ? await listUnverified(tx.db, address, id) : [];
  if (!chosen || chosen.isStaff) throw new ChooseAccount();
  return chosen.id;
}

function nameOf(given: string | null): string {
  const name = (given ?? "").replaceAll(/\s+/g, " ").trim();
  if (name.length === 0 || name.length > maxName)
    throw new BadInput("name", `Enter a name of 1 to ${maxName} characters.`);
  return name;
}

/**
 * Ends every way into an account, and everything by which its former user could still read, steer or delete it. Progress,
 * subscription and family stay: the one who claims it said that it is theirs.
 */
async function claim(tx: Tx, personId: string, endOutsideAccess: EndOutsideAccess): Promise<void> {
  const profileIds = await endWaysIn(tx.db, { personId, now: tx.clock.now() });
  if (await deleteAccountDeletion(tx.db, personId)) await tx.publish(deletionCanceled, { personId });
  await endOutsideAccess(tx, profileIds);
}
