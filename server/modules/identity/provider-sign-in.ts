import type { Ctx } from "../../ctx.ts";
import { askForProof, takeAsProof } from "./addresses.ts";
import { AlreadyRegistered, ProviderFailed } from "./errors.ts";
import { changedLetter } from "./letters.ts";
import { mailPerson } from "./mails.ts";
import type { ProviderName, ProviderPerson } from "./providers/open-id.ts";
import { findAccountByAddress, insertPerson, registerAnonymous } from "./store-accounts.ts";
import { findLinkedPerson, linkPerson } from "./store-providers.ts";

const titles: Record<ProviderName, string> = { google: "Google", apple: "Apple" };
const longestName = 80;

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
      const owner = address && person.isEmailProved ? await findAccountByAddress(tx.db, address) : null;
      if (owner?.isProved) {
        await link(owner.personId);
        const said = `${titles[provider]} opens your account now`;
        await mailPerson(tx, { personId: owner.personId, ...changedLetter(owner.name, said) });
        return owner.personId;
      }
      if (!address) throw new ProviderFailed(new Error(`${titles[provider]} gave no address.`));
      const name = (person.name?.replaceAll(/\s+/g, " ").trim() || address.split("@")[0]!).slice(
        0,
        longestName,
      );
      const personId = anonymousId ?? (await insertPerson(tx.db, { name, address, now }));
      if (anonymousId && !(await registerAnonymous(tx.db, { personId, name, address, now })))
        throw new AlreadyRegistered();
      await link(personId);
      if (person.isEmailProved) await takeAsProof(tx, { personId, address });
      else await askForProof(tx, { personId, name, address });
      return personId;
    });
  } catch (error) {
    if (error instanceof LinkedMeanwhile) return null;
    throw error;
  }
}
