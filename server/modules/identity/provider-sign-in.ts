import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { readName } from "../../platform/text.ts";
import { makeMember, sendVerification, verifyAddress } from "./addresses.ts";
import { LastWayIn, ProviderFailed, ProviderTaken } from "./errors.ts";
import { requireHolder } from "./viewer.ts";
import { somethingChangedEmail } from "./letters.ts";
import { mailPerson } from "./mails.ts";
import type { ProviderName, ProviderPerson } from "./providers/open-id.ts";
import { findOwner } from "./store-addresses.ts";
import { requireConfirmed } from "./sessions.ts";
import { findAccount } from "./store-account.ts";
import { lockPersonOf } from "./store-leaving.ts";
import { findLinkedPerson, linkPerson, listProvidersOf, unlinkPerson } from "./store-providers.ts";

const titles: Record<ProviderName, string> = { google: "Google", apple: "Apple" };
const maxNameLength = 80;

/**
 * Finds the person whom an account elsewhere opens. The first time it opens the account that proved the same address, if the provider
 * vouches for it; else the anonymous person registers by it, in place, or a new one is made.
 * @returns whose session is to be opened
 * @throws AlreadyRegistered, ProviderFailed
 */
export async function personByProvider(ctx: Ctx, came: Arrival): Promise<string> {
  // Of two browsers that come back at once one is first: the other finds what it left.
  return (await arrive(ctx, came)) ?? (await arrive(ctx, came)) ?? fail();
}

const fail = (): never => {
  throw new ProviderFailed(new Error("The account elsewhere was linked and unlinked at once."));
};

interface Arrival {
  readonly provider: ProviderName;
  readonly person: ProviderPerson;
  readonly anonymousId: string | null;
}

class LinkedMeanwhile extends Error {}

async function arrive(ctx: Ctx, came: Arrival): Promise<string | null> {
  const { provider, person, anonymousId } = came;
  const other = { provider, subject: person.subject };
  try {
    return await ctx.transact(async (tx) => {
      const linked = await findLinkedPerson(tx.db, other);
      if (linked) return linked;
      const now = tx.clock.now();
      const link = async (personId: string) => {
        if (!(await linkPerson(tx.db, { ...other, personId, now }))) throw new LinkedMeanwhile();
      };
      const address = person.email;
      const owner = address && person.isEmailVerified ? await findOwner(tx.db, address) : null;
      if (owner) {
        await link(owner.personId);
        const said = `${titles[provider]} opens your account now`;
        await mailPerson(tx, { personId: owner.personId, ...somethingChangedEmail(owner.name, said) });
        return owner.personId;
      }
      if (!address) throw new ProviderFailed(new Error(`${titles[provider]} gave no address.`));
      const name = nameFrom(person.name, address);
      const personId = await makeMember(tx, { anonymousId, name, address });
      await link(personId);
      if (person.isEmailVerified) await verifyAddress(tx, { personId, address });
      else await sendVerification(tx, { personId, address });
      return personId;
    });
  } catch (error) {
    if (error instanceof LinkedMeanwhile) return null;
    throw error;
  }
}

/** What an account elsewhere calls its person, if that can be a name here; else what its address begins with. */
function nameFrom(given: string | null, address: string): string {
  for (const name of [given, address.split("@")[0]]) {
    try {
      if (name) return readName(name.slice(0, maxNameLength), "name", maxNameLength);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
    }
  }
  return "Dancer";
}

/** Lets an account elsewhere open the viewer's. Harmless twice. @throws ProviderTaken when it opens another */
export async function connectProvider(
  ctx: Ctx,
  link: { personId: string; provider: ProviderName; subject: string },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const { personId, provider } = link;
    if (!(await linkPerson(tx.db, { ...link, now: tx.clock.now() }))) {
      if ((await findLinkedPerson(tx.db, link)) !== personId) throw new ProviderTaken();
      return;
    }
    const account = await findAccount(tx.db, personId);
    const said = `${titles[provider]} opens your account now`;
    await mailPerson(tx, { personId, ...somethingChangedEmail(account?.name ?? "", said) });
  });
}

/** Accounts elsewhere that open one here. */
export const providersOf = (ctx: Ctx, personId: string): Promise<string[]> =>
  listProvidersOf(ctx.db, personId);

/**
 * Ends that an account elsewhere opens the viewer's. Harmless twice.
 * @throws ConfirmationNeeded, Forbidden, LastWayIn, RegistrationRequired, Unauthenticated
 */
export async function disconnectProvider(ctx: Ctx, provider: string): Promise<void> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  await ctx.transact(async (tx) => {
    await lockPersonOf(tx.db, personId);
    const account = await findAccount(tx.db, personId);
    const others = (await listProvidersOf(tx.db, personId)).filter((one) => one !== provider);
    // A proved address always lets in, by a link.
    if (!account?.email && !account?.hasPassword && others.length === 0) throw new LastWayIn();
    if (!(await unlinkPerson(tx.db, { personId, provider }))) return;
    const said = "An account elsewhere doesn’t open yours any more";
    await mailPerson(tx, { personId, ...somethingChangedEmail(account?.name ?? "", said) });
  });
}
