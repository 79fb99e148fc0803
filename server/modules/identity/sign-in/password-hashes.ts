import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { limitConcurrency } from "../../../platform/concurrency.ts";
import type { PasswordCost } from "../../../platform/config/index.ts";
import { maxPasswordLength } from "./passwords.ts";

/*
 * A stored hash is `setting:key`. The setting has the parameters and the salt, as `scrypt$N$r$p$salt`. Hashes of the first releases
 * have only a salt there.
 */

const keyBytes = 64;
const firstCost: PasswordCost = { N: 16_384, r: 16, p: 1 };
const maxMemory = 64 * 1024 * 1024;
/** A hash takes 32 MB of memory, and one of the four threads that files use, too. */
const scryptLimit = limitConcurrency(2, 100);
const scryptKey = promisify<string, string, number, PasswordCost & { maxmem: number }, Buffer>(scrypt);

const derive = (password: string, salt: string, cost: PasswordCost): Promise<Buffer> =>
  scryptLimit(() => scryptKey(password, salt, keyBytes, { ...cost, maxmem: maxMemory }));

const newSetting = ({ N, r, p }: PasswordCost): string =>
  `scrypt$${N}$${r}$${p}$${randomBytes(16).toString("hex")}`;

function readSetting(setting: string): { cost: PasswordCost; salt: string } {
  const [, N, r, p, salt] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$(.+)$/.exec(setting) ?? [];
  if (salt === undefined) return { cost: firstCost, salt: setting };
  return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt };
}

const settingOf = (hash: string): string => hash.slice(0, hash.indexOf(":"));
const workOf = ({ N, r, p }: PasswordCost): number => N * r * p;

/** Whether a hash took less work than a new one would. */
export const isOutdated = (cost: PasswordCost, hash: string): boolean =>
  workOf(readSetting(settingOf(hash)).cost) < workOf(cost);

/**
 * Hashes a password with scrypt.
 * @param setting parameters and salt of an existing hash; new ones by default
 * @throws Unavailable when too many passwords are being hashed
 */
export async function hashPassword(
  cost: PasswordCost,
  password: string,
  setting = newSetting(cost),
): Promise<string> {
  const { salt, cost: given } = readSetting(setting);
  const text = password.normalize("NFKC");
  const key = await derive(text, salt, given);
  // An outdated hash takes as long as a new one, or it would show that there is an account.
  const p = Math.round((workOf(cost) - workOf(given)) / (cost.N * cost.r));
  if (p > 0) await derive(text, salt, { ...cost, p });
  return `${setting}:${key.toString("hex")}`;
}

/** The setting to hash with where there is no hash, so that it takes the same time. */
const unusedSalt = randomBytes(16).toString("hex");
const unusedSetting = ({ N, r, p }: PasswordCost): string => `scrypt$${N}$${r}$${p}$${unusedSalt}`;

/** Verifies a password against a hash. Takes the same time without a hash. */
export async function isPasswordRight(
  cost: PasswordCost,
  hash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const setting = hash ? settingOf(hash) : unusedSetting(cost);
  const made = Buffer.from(await hashPassword(cost, password.slice(0, maxPasswordLength), setting));
  const expected = Buffer.from(hash ?? "");
  const isRight = made.length === expected.length && timingSafeEqual(made, expected);
  return isRight && password.length <= maxPasswordLength;
}

/**
 * Hashes a password once per setting, padded to a fixed number of hashes for constant time.
 * @returns hashes to look up; none if the password exceeds the maximum length
 */
export async function hashForSettings(
  cost: PasswordCost,
  password: string,
  settings: readonly string[],
  times: number,
): Promise<string[]> {
  const tried = Array.from({ length: times }, (_unused, place) => settings[place] ?? unusedSetting(cost));
  const hashes = await Promise.all(
    tried.map((setting) => hashPassword(cost, password.slice(0, maxPasswordLength), setting)),
  );
  return password.length > maxPasswordLength ? [] : hashes.slice(0, settings.length);
}
