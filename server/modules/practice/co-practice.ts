import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { profilesOf, requireViewer } from "../identity/index.ts";
import type { MemberRow } from "../identity/index.ts";
import { firstAllowanceMs } from "./credit.ts";
import { whileThere } from "./records.ts";
import { listCompanions, saveCompanions } from "./store-co-practice.ts";

/** Length of an evening: co-practice ends this long after it was set. */
const coPracticeMs = 6 * 60 * 60 * 1000;

const eveningOf = (ctx: Ctx) => new Date(ctx.clock.now().getTime() - coPracticeMs);

/** A profile that is credited with the viewer's practice. */
export interface Companion {
  readonly personId: string;
  readonly since: Date;
  readonly isChild: boolean;
}

/** Profiles of the family that currently practice with the viewer. */
export async function companionsOf(ctx: Ctx): Promise<readonly Companion[]> {
  const { accountId, personId, sessionId } = requireViewer(ctx);
  const companions = await listCompanions(ctx.db, sessionId, eveningOf(ctx));
  if (companions.length === 0) return [];
  const family = new Map((await profilesOf(ctx, accountId)).map((member) => [member.id, member]));
  return companions.flatMap(({ personId: id, since }) => {
    const member = family.get(id);
    return member && id !== personId ? [{ personId: id, since, isChild: member.isChild }] : [];
  });
}

/** Co-practicing profiles, as members of the family. */
export async function coPracticeOf(ctx: Ctx): Promise<MemberRow[]> {
  const { accountId } = requireViewer(ctx);
  const ids = new Set((await companionsOf(ctx)).map(({ personId }) => personId));
  return (await profilesOf(ctx, accountId)).filter(({ id }) => ids.has(id));
}

/**
 * Sets the profiles that practice along in this session, for the evening.
 * @throws NotFound for a profile outside the family, Unauthenticated
 */
export async function practiceTogether(ctx: Ctx, personIds: readonly string[]): Promise<MemberRow[]> {
  const { accountId, personId, sessionId } = requireViewer(ctx);
  const family = await profilesOf(ctx, accountId);
  const chosen = [...new Set(personIds)].filter((id) => id !== personId);
  if (chosen.some((id) => !family.some((member) => member.id === id))) throw new NotFound("member");
  await whileThere(() =>
    saveCompanions(ctx.db, {
      sessionId,
      personIds: chosen,
      allowanceMs: firstAllowanceMs,
      after: eveningOf(ctx),
      now: ctx.clock.now(),
    }),
  );
  return family.filter(({ id }) => chosen.includes(id));
}
