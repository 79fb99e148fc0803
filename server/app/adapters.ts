import type { Ports } from "../ctx.ts";
import { createBuiltInLocator, createFileLocator } from "../modules/growth/ip-location/file-locator.ts";
import { createServiceLocator } from "../modules/growth/ip-location/service-locator.ts";
import type { Config } from "../platform/config/index.ts";
import { connectClickHouse } from "../platform/clickhouse.ts";
import type { Clock } from "../platform/clock.ts";
import { createVies } from "../modules/billing/buyers/vies.ts";
import { createGateways } from "../modules/billing/providers/index.ts";
import { createOwners } from "../modules/billing/providers/owners.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { measureStorage } from "../platform/metrics/storage.ts";
import { createPushSender } from "../platform/push/web-push.ts";
import { connectRedis } from "../platform/redis/redis.ts";
import { createDiskStorage } from "../platform/storage-disk.ts";
import { createS3Storage } from "../platform/storage-s3.ts";

/** Creates the ports (mail, storage, push, …) that the configuration selects. */
export async function createPorts(
  config: Config,
  metrics: Metrics | null,
  log: Log,
  clock: Clock,
): Promise<Ports> {
  const storage = config.s3 ? createS3Storage(config.s3) : await createDiskStorage(`${config.dataDir}/media`);
  const owners = createOwners(config);
  return {
    storage: metrics || config.tracing ? measureStorage(storage, metrics) : storage,
    mailer: createMailer(config),
    gateways: createGateways(config, owners),
    owners,
    vatRegister: config.viesUrl ? createVies(config.viesUrl) : null,
    push: createPushSender(config),
    redis: config.redisUrl ? await connectRedis(config.redisUrl, log) : null,
    clickHouse: config.eventsUrl ? connectClickHouse(config.eventsUrl, clock) : null,
    ipLocator: config.ipLocationUrl
      ? createServiceLocator(config.ipLocationUrl)
      : config.ipLocationFile
        ? createFileLocator(config.ipLocationFile)
        : createBuiltInLocator(),
  };
}
