import { createLocalJWKSet, errors, jwtVerify } from "jose";
import type { JSONWebKeySet } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { roles } from "../../../../contract/staff.ts";
import type { Viewer } from "../../../ctx.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db.ts";
import { Unauthenticated } from "../../../platform/errors.ts";
import { tokenAudience } from "../auth.ts";
import type { Auth } from "../auth.ts";
import { findSession } from "../store.ts";
import type { LiveSession } from "../store.ts";

/** Cache time of a session check, in milliseconds: a revoked session loses access within this time. */
const aliveMs = 20_000;
/** Minimum interval between lookups of unknown keys, in milliseconds. */
const keyLookupMs = 10_000;

const payloadShape = z.object({
  sub: z.uuid(),
  exp: z.number(),
  sid: z.uuid(),
  // The active profile, unless it is the holder.
  pid: z.uuid().nullish(),
  role: z.enum(roles),
  anon: z.boolean(),
  // Whether explicit content is hidden. Older tokens lack this claim.
  hides: z.boolean().default(false),
});

/** Verifies access tokens and returns viewers. */
export interface TokenVerifier {
  /** @throws Unauthenticated if the token is forged or expired, or its session has ended */
  verify(token: string, db: Db): Promise<Viewer>;
  /** Whether a session is still active, read from the database without the cache. */
  isAlive(sessionId: string, db: Db): Promise<boolean>;
}

/**
 * Verifies tokens locally against the published keys. Only the session is checked in the database, with a
 * short cache.
 */
export function createTokenVerifier(auth: Auth, issuer: string, clock: Clock): TokenVerifier {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let keysAt = 0;
  const perf = { now: () => clock.now().getTime() };
  const alive = new LRUCache<string, LiveSession>({ max: 50_000, ttl: aliveMs, perf });
  // Verifying a signature dominates the cost of a small request, and the same token is sent for five minutes.
  const known = new LRUCache<string, z.infer<typeof payloadShape>>({ max: 20_000 });

  const loadKeys = async () => {
    keysAt = Date.now();
    keys = createLocalJWKSet((await auth.api.getJwks()) as JSONWebKeySet);
    return keys;
  };
  const check = async (token: string, keySet: ReturnType<typeof createLocalJWKSet>) =>
    jwtVerify(token, keySet, { issuer, audience: tokenAudience, algorithms: ["ES256"] });

  const read = async (token: string): Promise<z.infer<typeof payloadShape>> => {
    try {
      let payload: unknown;
      try {
        ({ payload } = await check(token, keys ?? (await loadKeys())));
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - keysAt < keyLookupMs) throw error;
        ({ payload } = await check(token, await loadKeys()));
      }
      const claims = payloadShape.safeParse(payload);
      if (claims.success) return claims.data;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    throw new Unauthenticated();
  };

  return {
    isAlive: async (sessionId, db) => {
      if (await findSession(db, sessionId)) return true;
      alive.delete(sessionId);
      return false;
    },
    verify: async (token, db) => {
      let claims = known.get(token);
      if (!claims) known.set(token, (claims = await read(token)));
      const { sub, sid, role, anon, exp, hides } = claims;
      const profileId = claims.pid ?? null;
      if (exp * 1000 <= Date.now()) throw new Unauthenticated();
      let session = alive.get(sid);
      const hasLapsed = (known: LiveSession | undefined) =>
        known?.secondStepDueAt != null && known.secondStepDueAt <= clock.now();
      const isAsKnown = (known: LiveSession | undefined) =>
        known !== undefined &&
        known.profileId === profileId &&
        known.hidesExplicit === hides &&
        known.role === role;
      // Profile, explicit setting or role differ from the cached session, or the token is old: read the
      // session again. Staff with a newly added second factor continue at once.
      if (!isAsKnown(session) || hasLapsed(session)) {
        session = (await findSession(db, sid)) ?? undefined;
        if (session) alive.set(sid, session);
        else alive.delete(sid);
      }
      if (!session || !isAsKnown(session)) throw new Unauthenticated();
      const { isChild, hidesExplicit } = session;
      const viewer = { accountId: sub, isChild, hidesExplicit, sessionId: sid, isAnonymous: anon };
      // Staff roles apply only to the holder's own profile.
      if (profileId) return { ...viewer, personId: profileId, role: "member" };
      return role !== "member" && hasLapsed(session)
        ? { ...viewer, personId: sub, role: "member", lapsedRole: role }
        : { ...viewer, personId: sub, role };
    },
  };
}
