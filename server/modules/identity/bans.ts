import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { BadInput, Forbidden, NotFound } from "../../platform/errors.ts";
import { Banned } from "./errors.ts";
import { readText } from "../../platform/text.ts";
import { personBanned } from "./events.ts";
import { personOfUsername } from "./persons.ts";
import { bannedLetter } from "./letters.ts";
import { mailPerson } from "./mails.ts";
import { recordStaffAct, requireConfirmedStaff, requireStaff } from "./staff.ts";
import { deleteBan, findBan, findRole, insertBan, listBans } from "./store-bans.ts";
import type { BanRow } from "./store-bans.ts";

const day = 24 * 60 * 60_000;
const longest = { reason: 500, days: 3650 } as const;

/** Refuses to let in whose account staff closed. @throws Banned */
export async function refuseBanned(ctx: Ctx, personId: string): Promise<void> {
  if (await findBan(ctx.db, personId, ctx.clock.now())) throw new Banned();
}

/** The accounts that are closed, the last first; 200 at most. For moderators. @throws NotFound, Unauthenticated */
export function readBans(ctx: Ctx): Promise<BanRow[]> {
  requireStaff(ctx, "moderator");
  return listBans(ctx.db, ctx.clock.now());
}

/**
 * Closes a member's account: they are signed out everywhere, told why by mail, and nobody gets in to it until then. Staff isn't closed out
 * so. Again, it changes reason and time. For moderators.
 * @param ban.days null: until it is lifted
 * @throws BadInput, ConfirmationNeeded, Forbidden, NotFound, SecondStepRequired, Unauthenticated
 */
export async function banPerson(
  ctx: Ctx,
  ban: { username: string; reason: string; days: number | null },
): Promise<BanRow[]> {
  await requireConfirmedStaff(ctx, "moderator");
  const reason = readText(ban.reason, "reason", longest.reason);
  if (!reason) throw new BadInput("reason", "Say why.");
  if (ban.days !== null && (ban.days < 1 || ban.days > longest.days))
    throw new BadInput("days", `Close it for 1 to ${longest.days} days, or without an end.`);
  const person = await personOfUsername(ctx, ban.username);
  const found = person && (await findRole(ctx.db, person.id));
  if (!found) throw new NotFound("person");
  if (found.role !== "member")
    throw new Forbidden("Nobody of the staff is closed out. Take their role first.");
  const { id: personId } = person;
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const until = ban.days === null ? null : new Date(now.getTime() + ban.days * day);
    await insertBan(tx.db, { personId, reason, now, until });
    await recordStaffAct(tx, {
      action: "identity.person_banned",
      subject: `person:${personId}`,
      details: { days: ban.days },
    });
    await tx.publish(personBanned, { personId });
    await mailPerson(tx, { personId, ...bannedLetter(found.name, reason, until) });
  });
  return listBans(ctx.db, ctx.clock.now());
}

/** Opens an account again. Harmless where it is open. For moderators. @throws ConfirmationNeeded, NotFound, Unauthenticated */
export async function liftBan(ctx: Ctx, personId: string): Promise<BanRow[]> {
  await requireConfirmedStaff(ctx, "moderator");
  if (!z.uuid().safeParse(personId).success) throw new NotFound("person");
  await ctx.transact(async (tx) => {
    if (!(await deleteBan(tx.db, personId))) return;
    await recordStaffAct(tx, { action: "identity.ban_lifted", subject: `person:${personId}` });
  });
  return listBans(ctx.db, ctx.clock.now());
}
