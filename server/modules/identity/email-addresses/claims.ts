import type { Locale } from "../../../../contract/locales.ts";
import type { ClientPlace, Ctx, Tx } from "../../../ctx.ts";
import { readName } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { makeMember, verifyAddress } from "./verification.ts";
import { ChooseAccount, EmailTokenSpent } from "../errors.ts";
import { deletionCanceled, personRemoved } from "../events.ts";
import { readKey, spendKey } from "./email-tokens.ts";
import { findInvitedAlone, findOwner, listGiven, listUnverified } from "./store.ts";
import type { UnverifiedAccount } from "./store.ts";
import { revokeCredentials } from "./store-claims.ts";
import { deleteAccountDeletion } from "../deletion/store.ts";
import { deleteMembersOf } from "../family/store.ts";

const maxName = 80;

/** Revokes outside access to these profiles: calendar feeds, push subscriptions, rooms. */
export type EndOutsideAccess = (tx: Tx, personIds: readonly string[]) => Promise<void>;

/** The input of a link that signs in or resets a password. */
export interface SignInLink {
  readonly key: string;
  readonly purpose: "reset" | "sign_in";
  /** Required while no account has verified the address: the id of one that gave it, or "new". */
  readonly account: string | null;
  /** Name of a new account. */
  readonly name: string | null;
  /** The account that the browser is signed in to. */
  readonly accountHere: string | null;
  readonly place: ClientPlace;
  /** Language of the request, for a new account. */
  readonly locale: Locale;
}

/** A candidate account of an email link. */
export interface LinkedAccount extends Omit<UnverifiedAccount, "isStaff"> {
  /** Whether the browser is signed in to this account. */
  readonly isHere: boolean;
}

/**
 * Lists the candidate accounts of an email link without spending its token. Once an account has verified the
 * address, there is no choice.
 * @throws EmailTokenSpent
 */
export async function readMailedLink(
  ctx: Ctx,
  key: string,
  accountHere: string | null,
): Promise<{ email: string; accounts: LinkedAccount[] }> {
  const found = await readKey(ctx, key);
  if (!found) throw new EmailTokenSpent();
  const { purpose, address: email } = found;
  const list = purpose === "prove" ? listGiven : listUnverified;
  const isSettled = purpose !== "prove" && (await findOwner(ctx.db, email)) !== null;
  const accounts = isSettled ? [] : await list(ctx.db, email);
  return {
    email,
    accounts: accounts
      .filter(({ isStaff }) => purpose === "prove" || !isStaff)
      .map(({ id, name, signedUpAt, hasFamily }) => ({
        id,
        name,
        signedUpAt,
        hasFamily,
        isHere: id === accountHere,
      })),
  };
}

/**
 * Resolves the account of an email link: the one that verified the address. Until one has, the owner of the
 * mailbox chooses an unverified account or creates a new one. An account that the studio made for the address, and that no one
 * could have signed in to, needs no choice.
 * @returns its id
 * @throws EmailTaken, BadInput, ChooseAccount, EmailTokenSpent
 */
export async function enterByLink(
  tx: Tx,
  link: SignInLink,
  endOutsideAccess: EndOutsideAccess,
): Promise<string> {
  const address = await spendKey(tx, link.key, link.purpose);
  if (!address) throw new EmailTokenSpent();
  const owner = await findOwner(tx.db, address);
  if (owner) return owner.personId;
  const account = link.account ?? (await findInvitedAlone(tx.db, address));
  const personId =
    account === "new"
      ? await makeMember(tx, {
          anonymousId: null,
          name: readName(link.name ?? "", "name", maxName),
          address,
          locale: link.locale,
        })
      : await chosenAccount(tx, address, account);
  if (account !== "new" && personId !== link.accountHere)
    await revokeUnverified(tx, personId, endOutsideAccess);
  await verifyAddress(tx, { personId, address, place: link.place });
  return personId;
}

async function chosenAccount(tx: Tx, address: string, id: string | null): Promise<string> {
  const [chosen] = id !== null && isUuid(id) ? await listUnverified(tx.db, address, id) : [];
  if (!chosen || chosen.isStaff) throw new ChooseAccount();
  return chosen.id;
}

/**
 * Removes every credential of an account, a former user's access to read, change or delete it, and its family
 * profiles. The holder's own progress, posts and subscription stay: the claimant recognized the account.
 */
async function revokeUnverified(tx: Tx, personId: string, endOutsideAccess: EndOutsideAccess): Promise<void> {
  const profileIds = await revokeCredentials(tx.db, { personId, now: tx.clock.now() });
  if (await deleteAccountDeletion(tx.db, personId)) await tx.publish(deletionCanceled, { personId });
  await endOutsideAccess(tx, profileIds);
  for (const id of await deleteMembersOf(tx.db, personId)) await tx.publish(personRemoved, { personId: id });
}
