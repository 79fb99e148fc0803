import { createHash, randomBytes } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import { endSession, findCredential, markCredentialUsed, rotateCredential } from "./store-sessions.ts";
import type { CredentialRow } from "./store-sessions.ts";

const minute = 60_000;
/** A credential is replaced at the first refresh after this long. */
const rotateAfterMs = 30 * minute;
/** Requests of several tabs are on their way at once: one replaced this recently is still taken. */
const graceMs = minute;
/** However busy it is, a member's session ends after this long. */
const maxMs = 60 * 24 * 60 * minute;

/** What is to be done with a session whose credential was shown. */
export type RefreshDecision = "keep" | "use" | "rotate" | "regrant" | "revoke" | "end";

/**
 * Decides what a shown credential means. A replaced one is taken within the grace, and while nobody used its successor: then the answer
 * that brought the successor was lost on its way. Later it is a copy, and the session ends for whoever holds either.
 */
export function decideRefresh(found: Omit<CredentialRow, "id" | "token">, now: Date): RefreshDecision {
  const since = (moment: Date) => now.getTime() - moment.getTime();
  if (!found.isAnonymous && since(found.createdAt) >= maxMs) return "end";
  if (found.spentAt) return since(found.spentAt) <= graceMs || !found.isUsed ? "regrant" : "revoke";
  if (since(found.rotatedAt) >= rotateAfterMs) return "rotate";
  return found.isUsed ? "keep" : "use";
}

/**
 * Takes a session's credential and gives the one to use from now on: the same, or its successor. Null when the session is over, or ends
 * by this.
 */
export async function refreshCredential(ctx: Ctx, token: string): Promise<string | null> {
  const hash = createHash("sha256").update(token).digest("base64url");
  for (;;) {
    const found = await findCredential(ctx.db, { token, hash });
    if (!found) return null;
    const now = ctx.clock.now();
    const decision = decideRefresh(found, now);
    if (decision === "keep" || decision === "regrant") return found.token;
    if (decision === "use") {
      await markCredentialUsed(ctx.db, { id: found.id, token, now });
      return token;
    }
    if (decision === "rotate") {
      const nextToken = randomBytes(24).toString("base64url");
      // Of two at once one is first; the other finds what it left.
      if (await rotateCredential(ctx.db, { id: found.id, token, hash, nextToken, now })) return nextToken;
      continue;
    }
    if (decision === "revoke")
      ctx.log.warn({ session: found.id }, "A replaced credential came back: its session is ended");
    await endSession(ctx.db, { id: found.id, personId: null });
    return null;
  }
}
