import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { Forbidden } from "../../../platform/errors.ts";
import { findRevocation } from "./store-revocations.ts";
import type { Grant } from "./token.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** How long a server caches a revocation lookup: a revoked stream stops within half a minute. Milliseconds. */
const readEveryMs = 30_000;
const read = new LRUCache<string, { readonly linksUntil: number; readonly readAt: number }>({ max: 20_000 });

/** @throws Forbidden for a link to a whole class if access was revoked after signing */
export async function refuseRevoked(ctx: Ctx, grant: Grant): Promise<void> {
  const now = ctx.clock.now().getTime();
  let found = read.get(grant.personId);
  // A clock that was set back makes no lookup last longer.
  if (!found || now < found.readAt || now - found.readAt >= readEveryMs) {
    const linksUntil = (await findRevocation(ctx.db, grant.personId))?.getTime() ?? 0;
    found = { linksUntil, readAt: now };
    read.set(grant.personId, found);
  }
  if (grant.expiresAt <= found.linksUntil)
    throw new Forbidden(msg("Invalid or expired link. Reopen the class."));
}
