import type { Ctx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume, withoutDatabase } from "../../../platform/rate-limit.ts";
import { isAdmin } from "./rules.ts";
import { maxDepth } from "./tree.ts";

const kilobyte = 1024;
// A session pushes two clicks of some 2 KB each. The IP address of a carrier or a venue stands for many people.
const writtenPerAccount = { name: "rtdb bytes by account", points: 64 * kilobyte, seconds: 60 } as const;
const writtenPerNetwork = { name: "rtdb bytes by network", points: 256 * kilobyte, seconds: 60 } as const;
const writtenPerDay = { name: "rtdb bytes by day", points: 8 * 1024 * kilobyte, seconds: 86_400 } as const;

/** PostgreSQL's overhead: for a leaf its row and index entry, for a write its row in the history. */
const leafOverhead = 200;
const writeOverhead = 400;

/**
 * Rate limits of one account and one network in the realtime database. Admins, and mirrors with their token, are
 * exempt.
 */
export interface RealtimeQuota {
  /**
   * Counts a request, in this process.
   * @throws RateLimited
   */
  request(ctx: Ctx): Promise<void>;
  /**
   * Counts the stored bytes of a write, across all servers.
   * @throws RateLimited
   */
  write(ctx: Ctx, keys: readonly string[], value: unknown): Promise<void>;
}

export function createRealtimeQuota(): RealtimeQuota {
  const requestsPerAccount = withoutDatabase({ name: "rtdb requests by account", points: 120, seconds: 60 });
  const requestsPerNetwork = withoutDatabase({ name: "rtdb requests by network", points: 600, seconds: 60 });
  return {
    request: async (ctx) => {
      if (isAdmin(ctx)) return;
      if (ctx.viewer) await consume(ctx, requestsPerAccount, ctx.viewer.accountId);
      await consume(ctx, requestsPerNetwork, networkKeys(ctx.clientIp));
    },
    write: async (ctx, keys, value) => {
      if (isAdmin(ctx)) return;
      const points = storedBytesOf(keys, value);
      if (ctx.viewer) await consume(ctx, writtenPerAccount, ctx.viewer.accountId, { points });
      const networks = networkKeys(ctx.clientIp);
      await consume(ctx, writtenPerNetwork, networks, { points });
      await consume(ctx, writtenPerDay, networks, { points });
    },
  };
}

/**
 * Maximum bytes that a write adds to the database: each leaf with its path in table and index, and the history's row.
 */
function storedBytesOf(keys: readonly string[], value: unknown): number {
  const path = Buffer.byteLength(keys.join("/"));
  return writeOverhead + 2 * path + leafBytesOf(value, path, keys.length);
}

function leafBytesOf(value: unknown, path: number, depth: number): number {
  // Deeper data is refused on write.
  if (value === null || depth > maxDepth) return 0;
  if (typeof value !== "object")
    return leafOverhead + 2 * path + 2 * Buffer.byteLength(JSON.stringify(value) ?? "");
  let bytes = 0;
  for (const [key, child] of Object.entries(value))
    bytes += leafBytesOf(child, path + 1 + Buffer.byteLength(key), depth + 1);
  return bytes;
}
