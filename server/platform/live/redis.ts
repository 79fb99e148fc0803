import type { Log } from "../log.ts";
import type { RedisChannels } from "../redis/redis.ts";
import type { Carry } from "./carrier.ts";

const prefix = "eightcount:live:";
/** Sent by PostgreSQL: a process has no Redis, and hears only what PostgreSQL carries. */
const fallbackRequest = "live: a process is without Redis";
/** How often such a process says so, and how long the others follow; milliseconds. */
const requestEveryMs = 5_000;
const followMs = 15_000;

/**
 * Carries topics by Redis, each only to the processes that have a listener for it, and by PostgreSQL while Redis is away. A process
 * that alone lost Redis asks the others to send by PostgreSQL, too.
 * @param substitute PostgreSQL
 * @param bothMs how long after the start both carry: earlier processes of a deploy may know only PostgreSQL; milliseconds
 */
export const byRedis =
  (channels: RedisChannels, substitute: Carry, log: Log, bothMs = 600_000): Carry =>
  (receiver) => {
    const { changed, missed } = receiver;
    let bothUntil = Date.now() + bothMs;
    let requesting: NodeJS.Timeout | undefined;
    let isRequested = false;
    const postgres = substitute({
      missed,
      changed(topic) {
        if (topic === fallbackRequest) bothUntil = Math.max(bothUntil, Date.now() + followMs);
        else changed(topic);
      },
    });
    const requestFallback = () => {
      postgres.send([fallbackRequest]).then(
        () => {
          // Until the others had the first request, they sent by Redis alone: what came before is read again.
          if (!isRequested) missed();
          isRequested = true;
        },
        (error: unknown) => {
          isRequested = false;
          log.debug({ err: error }, "Neither Redis nor PostgreSQL announces changes");
        },
      );
    };
    channels.listen({
      onMessage: (channel) => changed(channel.slice(prefix.length)),
      onLost() {
        missed();
        requestFallback();
        requesting ??= setInterval(requestFallback, requestEveryMs);
      },
      onReady() {
        clearInterval(requesting);
        requesting = undefined;
        isRequested = false;
        missed();
      },
    });
    return {
      // Everyone hears PostgreSQL: it is silent while Redis works.
      open: postgres.open,
      async send(topics) {
        // A process that only sends has to hear the others' requests, too.
        postgres.open();
        let isSent = false;
        if (channels.isReady)
          try {
            await channels.publish(topics.map((topic) => prefix + topic));
            isSent = true;
          } catch (error) {
            log.warn({ err: error }, "Redis didn't take changes. PostgreSQL announces them");
          }
        if (!isSent || Date.now() < bothUntil) await postgres.send(topics);
      },
      watch: (topic) => channels.subscribe(prefix + topic),
      unwatch: (topic) => channels.unsubscribe(prefix + topic),
      async stop() {
        clearInterval(requesting);
        await postgres.stop();
      },
    };
  };
