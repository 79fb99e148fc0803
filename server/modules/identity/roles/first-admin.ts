import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { findEmail } from "../email-addresses/store.ts";
import { EmailUnverified, FirstAdminCodeInvalid, FirstAdminExists } from "../errors.ts";
import { requireHolder } from "../viewer.ts";
import { recordAuditEntry } from "./staff.ts";
import { changeRole } from "./roles.ts";
import { lockRolesOf } from "./store.ts";
import { hasAdmin, insertFirstAdminCode, lockFirstAdminCodes } from "./store-first-admin.ts";

/** Without letters and digits that look alike. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** 80 bits: a plain hash is enough, and no one can guess it within its lifetime. */
const codeLength = 16;
const lifetimeMs = 60 * 60_000;
const attemptLimit = { name: "first admin codes", points: 20, seconds: 3600 };

const hashOf = (code: string): Buffer =>
  createHash("sha256")
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))
    .digest();

/**
 * Creates a one-time code for the first admin, valid for an hour. Only its hash is stored, and it must never be logged.
 * @returns the code in groups of four, or null if the studio has an admin
 */
export async function createFirstAdminCode(ctx: Ctx): Promise<string | null> {
  if (await hasAdmin(ctx.db)) return null;
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  const code = characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
  const now = ctx.clock.now();
  await insertFirstAdminCode(ctx.db, {
    hash: hashOf(code),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return code;
}

/**
 * Makes the viewer's account the studio's first admin, by a code that a server printed at its start. Voids all codes.
 * Needs a verified email: else the address's owner could take the account over.
 * @throws EmailUnverified, FirstAdminCodeInvalid, FirstAdminExists, Forbidden, RateLimited, RegistrationRequired,
 * Unauthenticated
 */
export async function becomeFirstAdmin(ctx: Ctx, code: string): Promise<void> {
  const { accountId } = requireHolder(ctx);
  await consume(ctx, attemptLimit, [accountId, ...networkKeys(ctx.clientIp)]);
  const given = hashOf(code);
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    // Before the roles: of two codes that are used at once, the second waits here.
    const codes = await lockFirstAdminCodes(tx.db);
    const held = await lockRolesOf(tx.db, { personId: accountId, now });
    if (held.admins.length > 0) throw new FirstAdminExists();
    const isValid = codes.some(({ hash, expiresAt }) => expiresAt > now && timingSafeEqual(hash, given));
    if (!isValid) throw new FirstAdminCodeInvalid();
    if (!(await findEmail(tx.db, accountId))?.address) throw new EmailUnverified();
    const act = await changeRole(tx, held, "admin", null);
    if (act) await recordAuditEntry(tx, act);
  });
  logSecurityEvent(ctx.log, { kind: "role_changed", accountId, actorId: accountId, detail: "admin" });
}
