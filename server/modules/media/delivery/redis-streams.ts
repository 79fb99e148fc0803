import type { Ctx } from "../../../ctx.ts";
import { inTime } from "../../../platform/redis/redis.ts";
import type { Screen } from "./store-streams.ts";

const keysOf = (personId: string): string[] =>
  ["seen", "claimed"].map((what) => `eightcount:screens:{${personId}}:${what}`);
const memberOf = ({ streamId, client }: Screen): string =>
  [streamId, client.network, client.program].join(".");

/**
 * Two sorted sets of a person's screens: by the time of the last segment, and by the time of the claim. The same rules as
 * `media.claim_stream`; one script runs at a time. Returns whether the screen may play.
 */
const claim = `
local seen, claimed = KEYS[1], KEYS[2]
local screen, stream, countsMs, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function forget(other)
  redis.call('ZREM', seen, other)
  redis.call('ZREM', claimed, other)
end
for _, ended in ipairs(redis.call('ZRANGEBYSCORE', seen, '-inf', now - countsMs)) do forget(ended) end
if not redis.call('ZSCORE', seen, screen) then
  local playing = redis.call('ZCARD', seen)
  if playing >= most then
    local moved = nil
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', claimed, '-inf', now - countsMs)) do
      if not moved and string.sub(other, 1, #stream + 1) == stream .. '.' then moved = other end
    end
    if playing > most or not moved then return 0 end
    forget(moved)
  end
  redis.call('ZADD', claimed, now, screen)
end
redis.call('ZADD', seen, now, screen)
redis.call('PEXPIRE', seen, countsMs)
redis.call('PEXPIRE', claimed, countsMs)
return 1`;

/** Frees the places of a link in a network. */
const release = `
for _, screen in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(screen, 1, #ARGV[1]) == ARGV[1] then
    redis.call('ZREM', KEYS[1], screen)
    redis.call('ZREM', KEYS[2], screen)
  end
end
return 1`;

/** @returns null if Redis isn't configured, or is away */
async function run(
  ctx: Ctx,
  script: string,
  personId: string,
  given: readonly string[],
): Promise<boolean | null> {
  const { redis } = ctx.ports;
  if (!redis?.channels.isReady) return null;
  try {
    const answer = await inTime(
      redis.commands.eval(script, { keys: keysOf(personId), arguments: [...given] }),
    );
    return answer === 1;
  } catch (error) {
    ctx.log.warn({ err: error }, "Redis didn't count a screen. PostgreSQL does");
    return null;
  }
}

/**
 * Counts a screen as playing in Redis, as `claimStream` does in PostgreSQL.
 * @returns whether it may play; null if PostgreSQL has to decide
 */
export const claimByRedis = (
  ctx: Ctx,
  screen: Screen,
  limits: { most: number; countsMs: number },
): Promise<boolean | null> =>
  run(ctx, claim, screen.personId, [
    memberOf(screen),
    screen.streamId,
    String(limits.countsMs),
    String(limits.most),
  ]);

/** Frees the places of a link in the client's network. @returns null if Redis doesn't count */
export const releaseByRedis = (ctx: Ctx, { personId, streamId, client }: Screen): Promise<boolean | null> =>
  run(ctx, release, personId, [`${streamId}.${client.network}.`]);
