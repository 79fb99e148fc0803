import type { Ctx, Tx } from "../../ctx.ts";
import { isUniqueViolation } from "../../platform/db.ts";
import { tryConsume } from "../../platform/rate-limit.ts";
import { postLetter } from "../../platform/mail/send-job.ts";
import { personRegistered } from "./events.ts";
import { AddressTaken, AlreadyRegistered, KeySpent } from "./errors.ts";
import { movedLetter, proofLetter, takenLetter } from "./letters.ts";
import { issueKey, spendKey } from "./mail-keys.ts";
import { findAccount } from "./store-account.ts";
import {
  disownUnproved,
  endSessions,
  findAccountByAddress,
  insertPerson,
  proveAddressOf,
  registerAnonymous,
  setPassword,
} from "./store-accounts.ts";

/** Letters that anybody can cause to one address. */
const emailLimit = { name: "email", points: 5, seconds: 3600 };

/** Whether another letter may go to an address that somebody typed: past the limit none goes, and nobody is told. */
export const mayWriteTo = async (ctx: Ctx, address: string): Promise<boolean> =>
  (await tryConsume(ctx, emailLimit, address)) === null;

/**
 * Asks whoever has a mailbox whether the address is theirs. If it is an account's already, its owner is told instead: whoever typed the
 * address learns nothing either way.
 */
export async function askForProof(
  tx: Tx,
  asked: { personId: string; name: string; address: string },
): Promise<void> {
  const owner = await findAccountByAddress(tx.db, asked.address);
  if (owner?.isProved && owner.personId !== asked.personId)
    return postLetter(tx, asked.address, takenLetter(owner.name));
  const key = await issueKey(tx, { purpose: "prove", personId: asked.personId, address: asked.address });
  await postLetter(tx, asked.address, proofLetter(asked.name, key));
}

/** Who registers. */
export interface Newcomer {
  /** Null: they weren't here before. */
  readonly anonymousId: string | null;
  readonly name: string;
  readonly address: string;
}

/**
 * Makes a member whose address isn't proved, in place where they were anonymous: the same id, and their sessions end.
 * @returns the person's id @throws AlreadyRegistered when another tab was first
 */
export async function makeMember(tx: Tx, newcomer: Newcomer): Promise<string> {
  const { anonymousId, name, address } = newcomer;
  const now = tx.clock.now();
  const personId = anonymousId ?? (await insertPerson(tx.db, { name, address, now }));
  if (anonymousId && !(await registerAnonymous(tx.db, { personId, name, address, now })))
    throw new AlreadyRegistered();
  await tx.publish(personRegistered, { personId });
  return personId;
}

/**
 * Registers somebody, in place where they were anonymous: the same id, so that all that they gathered stays where it is; their sessions
 * end. An address that belongs to another account already is treated alike.
 * @returns the person's id
 * @throws AlreadyRegistered when another tab was first
 */
export async function registerPerson(ctx: Ctx, person: Newcomer & { passwordHash: string }): Promise<string> {
  const { name, address, passwordHash } = person;
  const mayWrite = await mayWriteTo(ctx, address);
  return ctx.transact(async (tx) => {
    const personId = await makeMember(tx, person);
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    if (mayWrite) await askForProof(tx, { personId, name, address });
    return personId;
  });
}

/** Takes it as proof of an address that somebody brings a key that was mailed there. @throws AddressTaken, KeySpent */
export async function takeAsProof(tx: Tx, proof: { personId: string; address: string }): Promise<string> {
  const now = tx.clock.now();
  let proved: Awaited<ReturnType<typeof proveAddressOf>>;
  try {
    proved = await proveAddressOf(tx.db, { ...proof, now });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AddressTaken();
    throw error;
  }
  if (!proved) throw new KeySpent();
  if (proved.before && proved.before !== proof.address)
    await postLetter(tx, proved.before, movedLetter(proved.name));
  return proof.address;
}

/**
 * Lets somebody into an account by a key that was mailed to its address, which proves the address too. Where nobody had proved it, every
 * earlier way in ends, so that nobody who registered with another's address stays inside. @throws AddressTaken, KeySpent
 */
export async function takeOver(tx: Tx, key: string, purpose: "reset" | "sign_in"): Promise<string> {
  const spent = await spendKey(tx, key, purpose);
  if (!spent) throw new KeySpent();
  const { personId } = spent;
  const account = await findAccount(tx.db, personId);
  if (!account?.email) {
    await disownUnproved(tx.db, personId);
    await endSessions(tx.db, { personId, exceptId: null });
  }
  await takeAsProof(tx, spent);
  return personId;
}

/** Makes an address the person's own, by the key that was mailed there. @returns the address @throws AddressTaken, KeySpent */
export function proveAddress(ctx: Ctx, key: string): Promise<string> {
  return ctx.transact(async (tx) => {
    const spent = await spendKey(tx, key, "prove");
    if (!spent) throw new KeySpent();
    return takeAsProof(tx, spent);
  });
}
