import { createHash, randomBytes } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { endSession, findCredential, markCredentialUsed, rotateCredential } from "./store.ts";
import type { CredentialRow } from "./store.ts";

const minute = 60_000;
/** A credential is rotated at the first refresh after this time. */
const rotateAfterMs = 30 * minute;
/** Grace period for concurrent requests of several tabs with a credential that was just rotated. */
const graceMs = minute;
/** Maximum lifetime of a member's session. */
const maxMs = 60 * 24 * 60 * minute;

/** What to do with a session when a credential is presented. */
export type RefreshDecision = "keep" | "use" | "rotate" | "regrant" | "revoke" | "end";

/**
 * Decides how to handle a presented credential. A rotated one is accepted within the grace period. It is also
 * accepted while its successor is unused, since the response may have been lost. Later it is a replay, and
 * the session is revoked for everyone.
 */
export function decideRefresh(found: Omit<CredentialRow, "id" | "token">, now: Date): RefreshDecision {
  const since = (moment: Date) => now.getTime() - moment.getTime();
  if (!found.isAnonymous && since(found.createdAt) >= maxMs) return "end";
  if (found.spentAt) return since(found.spentAt) <= graceMs || !found.isUsed ? "regrant" : "revoke";
  if (since(found.rotatedAt) >= rotateAfterMs) return "rotate";
  return found.isUsed ? "keep" : "use";
}

/**
 * Accepts a session's credential and returns the one to use from now on: the same, or its successor. Null if
 * the session is over or was just revoked.
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
      // Of two concurrent rotations one wins; the other reads its result.
      if (await rotateCredential(ctx.db, { id: found.id, token, hash, nextToken, now })) return nextToken;
      continue;
    }
    if (decision === "revoke")
      ctx.log.warn({ session: found.id }, "A rotated credential was replayed: its session is revoked");
    await endSession(ctx.db, { id: found.id, personId: null });
    return null;
  }
}
