import type { Locale } from "../../../../contract/locales.ts";
import { signInProviders, type SignInProvider } from "../../../../contract/sign-in-providers.ts";
import type { ClientPlace, Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { readName } from "../../../platform/text.ts";
import { makeMember, sendVerification, verifyAddress } from "../email-addresses/verification.ts";
import { LastWayIn, ProviderFailed, ProviderTaken } from "../errors.ts";
import { requireHolder } from "../viewer.ts";
import { credentialChangedEmail } from "../emails/templates.ts";
import { mailPerson } from "../emails/send.ts";
import type { ProviderPerson } from "./open-id.ts";
import { findOwner } from "../email-addresses/store.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { findAccount } from "../accounts/store-account.ts";
import { lockPersonOf } from "../deletion/store.ts";
import { findLinkedPerson, linkPerson, listProvidersOf, unlinkPerson } from "./store.ts";

const maxNameLength = 80;

/**
 * Finds or creates the person of a provider's account. On first use, it links the account with the same
 * verified address if the provider verified it too. Otherwise it registers the guest in place, or creates a
 * member.
 * @returns the person to sign in
 * @throws AlreadyRegistered, ProviderFailed
 */
export async function personByProvider(ctx: Ctx, callback: ProviderCallback): Promise<string> {
  // Of two concurrent callbacks one wins; the other reads its result.
  return (await resolvePerson(ctx, callback)) ?? (await resolvePerson(ctx, callback)) ?? fail();
}

const fail = (): never => {
  throw new ProviderFailed(new Error("The provider's account was linked and unlinked concurrently."));
};

interface ProviderCallback {
  readonly provider: SignInProvider;
  readonly person: ProviderPerson;
  readonly anonymousId: string | null;
  readonly place: ClientPlace;
  /** Language of the request, for a new account. */
  readonly locale: Locale;
}

const notifyChange = (
  tx: Tx,
  { personId, name, place }: { personId: string; name: string; place: ClientPlace },
  change: "provider_added" | "provider_removed",
  provider: SignInProvider,
) =>
  mailPerson(tx, {
    personId,
    email: credentialChangedEmail({
      name,
      place,
      at: tx.clock.now(),
      change,
      provider: signInProviders[provider],
    }),
  });

class LinkedConcurrently extends Error {}

async function resolvePerson(ctx: Ctx, callback: ProviderCallback): Promise<string | null> {
  const { provider, person, anonymousId, place, locale } = callback;
  const other = { provider, subject: person.subject };
  try {
    return await ctx.transact(async (tx) => {
      const linked = await findLinkedPerson(tx.db, other);
      if (linked) return linked;
      const now = tx.clock.now();
      const link = async (personId: string) => {
        if (!(await linkPerson(tx.db, { ...other, personId, now }))) throw new LinkedConcurrently();
      };
      const address = person.email;
      const owner = address && person.isEmailVerified ? await findOwner(tx.db, address) : null;
      if (owner) {
        await link(owner.personId);
        await notifyChange(tx, { ...owner, place }, "provider_added", provider);
        return owner.personId;
      }
      if (!address)
        throw new ProviderFailed(new Error(`${signInProviders[provider]} sent no email address.`));
      const name = nameFrom(person.name, address);
      const personId = await makeMember(tx, { anonymousId, name, address, locale });
      await link(personId);
      if (person.isEmailVerified) await verifyAddress(tx, { personId, address, place });
      else await sendVerification(tx, { personId, address, locale });
      return personId;
    });
  } catch (error) {
    if (error instanceof LinkedConcurrently) return null;
    throw error;
  }
}

/** The provider's name of the person if valid here; else the local part of the email address. */
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

/**
 * Links a provider's account to the viewer's. Idempotent.
 * @throws ProviderTaken if linked to another account
 */
export async function connectProvider(
  ctx: Ctx,
  link: { personId: string; provider: SignInProvider; subject: string; place: ClientPlace },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const { personId, provider, place } = link;
    if (!(await linkPerson(tx.db, { ...link, now: tx.clock.now() }))) {
      if ((await findLinkedPerson(tx.db, link)) !== personId) throw new ProviderTaken();
      return;
    }
    const name = (await findAccount(tx.db, personId))?.name ?? "";
    await notifyChange(tx, { personId, name, place }, "provider_added", provider);
  });
}

/** Providers linked to an account. */
export const providersOf = (ctx: Ctx, personId: string): Promise<string[]> =>
  listProvidersOf(ctx.db, personId);

/**
 * Unlinks a provider from the viewer's account. Idempotent.
 * @throws ConfirmationNeeded, Forbidden, LastWayIn, RegistrationRequired, Unauthenticated
 */
export async function disconnectProvider(ctx: Ctx, provider: string): Promise<void> {
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  const place = await ctx.place();
  await ctx.transact(async (tx) => {
    await lockPersonOf(tx.db, personId);
    const account = await findAccount(tx.db, personId);
    const others = (await listProvidersOf(tx.db, personId)).filter((one) => one !== provider);
    // A verified address always allows sign-in by link.
    if (!account?.email && !account?.hasPassword && others.length === 0) throw new LastWayIn();
    if (!(await unlinkPerson(tx.db, { personId, provider }))) return;
    // It was linked, so it is one of ours.
    const linked = provider as SignInProvider;
    await notifyChange(tx, { personId, name: account?.name ?? "", place }, "provider_removed", linked);
  });
}
