import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { transcodeClass, untilAvailable } from "../modules/media/delivery/testing.ts";
import { playbackOf } from "../modules/media/index.ts";
import type { MovableClock } from "./billing-histories.ts";
import { startTestServer } from "./harness.ts";
import type { TestServer } from "./harness.ts";
import { makeSample } from "./media-samples.ts";
import { startNginx } from "./nginx.ts";
import { partOf } from "./part.ts";
import type { Part } from "./part.ts";
import { freePort } from "./free-port.ts";
import { startS3Server } from "./s3-server.ts";
import { createSharedClock } from "./shared-clock.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const secret = "of every server, with at least 32 characters";
const cdnSecret = "a secret of the app and its CDN alone";

/** By which the CDN identifies itself to the app. */
export const originKey = "by which the CDN identifies itself";

/** A studio on several machines behind nginx as its CDN: two api processes, one database and one store. */
export interface CdnStudio {
  /** What nginx has written to its error log. */
  cdnErrorLog(): string;
  /** Base URL of nginx. */
  readonly cdnUrl: string;
  /** Base URLs of the api processes. */
  readonly bases: readonly string[];
  readonly apis: readonly Part[];
  /** Has both roles and encoded the class; requests don't reach it. */
  readonly desk: TestServer;
  /** Of the api processes; the desk and nginx have the machine's. */
  readonly clock: MovableClock;
  readonly store: Awaited<ReturnType<typeof startS3Server>>;
  /** Signs a link to the class. @returns its path, which the path within the version follows */
  link(personId: string): Promise<string>;
  /** How many files the api processes that run gave to the CDN. */
  originRequests(): Promise<number>;
  end(): Promise<void>;
}

/**
 * Starts the studio, and has a class of one angle encoded.
 * @param connection a migrated database
 * @param seconds length of the class
 */
export async function startCdnStudio(connection: pg.PoolConfig, seconds: number): Promise<CdnStudio> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-cdn-"));
  const store = await startS3Server(bucket);
  const [cdnPort, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
  const metricsPorts = [await freePort(), await freePort()];
  const nginx = await startNginx({ port: cdnPort, secret: cdnSecret, originKey, apis: ports });
  const settings = {
    AUTH_SECRET: secret,
    MEDIA_SECRET: secret,
    LOG_LEVEL: "silent",
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    MEDIA_CDN_URL: nginx.url,
    MEDIA_CDN_SIGNING: "secure-link",
    MEDIA_CDN_SECRET: cdnSecret,
    MEDIA_CDN_ORIGIN_KEY: originKey,
  };
  const desk = await startTestServer({
    database: connection,
    dataDir: join(folder, "desk"),
    env: settings,
  });
  const clockFile = join(folder, "clock");
  const clock = createSharedClock(clockFile);
  const apis = ports.map((port, at) =>
    partOf("api-process.ts", {
      DATA_DIR: join(folder, `api-${at + 1}`),
      CONNECTION: JSON.stringify(connection),
      CLOCK_FILE: clockFile,
      SETTINGS: JSON.stringify({ ...settings, PORT: String(port), METRICS_PORT: String(metricsPorts[at]) }),
    }),
  );
  const path = await makeSample(folder, "class.mp4", { size: "320x180", rate: "10", seconds });
  const assetId = await transcodeClass(desk, path, ["front"]);
  await Promise.all([untilAvailable(desk, [assetId]), ...apis.map((api) => api.start())]);
  return {
    cdnErrorLog: nginx.errorLog,
    cdnUrl: nginx.url,
    bases: ports.map((port) => `http://127.0.0.1:${port}`),
    apis,
    desk,
    clock,
    store,
    link: async (personId) => {
      const links = (await playbackOf(desk.ctx(), { assetId, personId, scope: "full" }))!;
      return new URL(".", links.storyboardUrl).pathname;
    },
    originRequests: async () => {
      const counts = await Promise.all(
        metricsPorts.map(async (port) => {
          const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          const samples = text.matchAll(
            /^eightcount_http_request_duration_seconds_count\{[^}]*route="\/media\/origin\/\*"[^}]*\} (\d+)$/gm,
          );
          return [...samples].reduce((sum, [, count]) => sum + Number(count), 0);
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    end: async () => {
      await Promise.all(apis.map((api) => api.end("SIGKILL")));
      await desk.stop();
      await nginx.stop();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
