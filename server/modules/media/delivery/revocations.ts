import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { Forbidden } from "../../../platform/errors.ts";
import { findRevocation } from "./store-revocations.ts";
import type { Grant } from "./token.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** How long a server caches a revocation lookup: a revoked stream stops within half a minute. Milliseconds. */
const readEveryMs = 30_000;
const read = new LRUCache<string, { linksUntil: number }>({ max: 20_000, ttl: readEveryMs });

/** @throws Forbidden for a link to a whole class if access was revoked after signing */
export async function refuseRevoked(ctx: Ctx, grant: Grant): Promise<void> {
  let found = read.get(grant.personId);
  if (!found) {
    found = { linksUntil: (await findRevocation(ctx.db, grant.personId))?.getTime() ?? 0 };
    read.set(grant.personId, found);
  }
  if (grant.expiresAt <= found.linksUntil)
    throw new Forbidden(msg("Invalid or expired link. Reopen the class."));
}
