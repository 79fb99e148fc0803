import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { forEachOf } from "../platform/concurrency.ts";
import { freePort } from "./free-port.ts";
import { speakTo, startTestServer } from "./harness.ts";
import type { TestPerson, TestServer, TestStream } from "./harness.ts";
import { partOf } from "./part.ts";
import { actsAt, createVideo } from "./popular.ts";
import { startRedis } from "./redis.ts";
import type { TestRedis } from "./redis.ts";

/** What people watch, each of them through several streams. */
const videoCount = 20;
const streamsEach = 10;
/** Before a change that was refused is sent again, milliseconds. */
const againMs = 500;
/** How long a token is used, milliseconds. */
const tokenMs = 60_000;
/** As many as are opened, or ask, at a time. */
const atOnce = 25;

/** People who watch live numbers through several processes that share a Redis. */
export interface LiveCrowd {
  readonly redis: TestRedis;
  /**
   * Changes every number that is watched, each through another process.
   * @returns for each stream, how long after the change it showed it; milliseconds. Null: not within `withinMs`
   * @throws Error if a change is refused for as long
   */
  change(withinMs: number): Promise<readonly (number | null)[]>;
  /** How many streams ended by themselves. */
  ended(): number;
  end(): Promise<void>;
}

interface Watch {
  readonly video: number;
  shown: number;
  shownAt: number;
}

type Speaker = ReturnType<typeof speakTo>;

/**
 * Starts processes of the api role over one database and one Redis, and opens streams, spread over them.
 * @param size.streams each ten are of one person, and each change needs another person
 */
export async function startLiveCrowd(
  connection: pg.PoolConfig,
  size: { readonly processes: number; readonly streams: number },
): Promise<LiveCrowd> {
  // Each is ended even if another can't be started or ended.
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "eightcount-live-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const redis = await startRedis();
  started.defer(() => redis.kill());
  const secret = "of every process, with at least 32 characters";
  const settings = { AUTH_SECRET: secret, MEDIA_SECRET: secret, REDIS_URL: redis.url };
  const ports = await Promise.all(Array.from({ length: size.processes }, freePort));
  const bases = ports.map((port) => `http://127.0.0.1:${port}`);
  const apis = ports.map((port, at) =>
    partOf("api-process.ts", {
      DATA_DIR: join(folder, `api-${at + 1}`),
      CONNECTION: JSON.stringify(connection),
      // Else PostgreSQL announces changes too for the first ten minutes, whether Redis is there or not.
      ANNOUNCE_BY_BOTH_MS: "0",
      SETTINGS: JSON.stringify({
        ...settings,
        PORT: String(port),
        // Tokens name the studio's address: each process takes those of the others.
        PUBLIC_URL: bases[0]!,
        REQUEST_WAIT_MS: "10000",
        LOG_LEVEL: "silent",
      }),
    }),
  );
  const watches: Watch[] = [];
  const open: TestStream<unknown>[] = [];
  let endedCount = 0;
  let isEnding = false;
  started.defer(async () => void (await Promise.all(apis.map((api) => api.end("SIGKILL")))));
  started.defer(() => {
    isEnding = true;
    for (const stream of open) stream.close();
  });
  await Promise.all(apis.map((api) => api.start()));
  const { people, videos } = await invite(connection, folder, settings, size.streams / streamsEach);
  const speakers = speakersAt(bases);
  await forEachOf(
    Array.from({ length: size.streams }, (_, at) => at),
    atOnce,
    async (at) => {
      const watch: Watch = { video: at % videoCount, shown: -1, shownAt: 0 };
      const stream = await speakers[Math.floor(at / videoCount) % speakers.length]!.subscribe<{
        videoUploadChanged: { likesCount: number };
      }>(
        "subscription ($id: ID!) { videoUploadChanged(id: $id) { likesCount } }",
        { id: videos[watch.video] },
        { as: people[Math.floor(at / streamsEach)]! },
      );
      if (stream.status !== 200) throw new Error(`A stream was answered with ${stream.status}`);
      watches.push(watch);
      open.push(stream);
      const follow = async () => {
        for (;;) {
          const shown = await stream.next();
          if (!shown) return;
          watch.shown = shown.data?.videoUploadChanged.likesCount ?? watch.shown;
          watch.shownAt = performance.now();
        }
      };
      void follow()
        .catch(() => {})
        .finally(() => {
          if (!isEnding) endedCount += 1;
        });
    },
  );
  let changes = 0;
  const left = started.move();
  return {
    redis,
    change: async (withinMs) => {
      const liker = people[changes];
      if (!liker)
        throw new Error(`A crowd of ${size.streams} streams can't see more than ${changes} changes`);
      changes += 1;
      const until = performance.now() + withinMs;
      const changedAt: number[] = [];
      await forEachOf(videos.entries(), atOnce, async ([at, id]) => {
        const { like } = actsAt(speakers[(at + changes) % speakers.length]!);
        for (;;) {
          const codes = await like(liker, id);
          if (codes.length === 0) break;
          if (performance.now() > until) throw new Error(`A change was refused: ${codes.join(", ")}`);
          await sleep(againMs);
        }
        changedAt[at] = performance.now();
      });
      while (watches.some(({ shown }) => shown < changes) && performance.now() < until) await sleep(20);
      return watches.map(({ video, shown, shownAt }) =>
        shown < changes ? null : Math.max(0, shownAt - changedAt[video]!),
      );
    },
    ended: () => endedCount,
    end: () => left.disposeAsync(),
  };
}

/** Registers people, and publishes the videos that they watch, by a server that leaves again. */
async function invite(
  connection: pg.PoolConfig,
  folder: string,
  env: Record<string, string>,
  count: number,
): Promise<{ people: TestPerson[]; videos: string[] }> {
  const desk: TestServer = await startTestServer({
    roles: "api",
    database: connection,
    dataDir: join(folder, "desk"),
    env,
  });
  try {
    const people: TestPerson[] = [];
    await forEachOf(Array.from({ length: count }), 8, async () => void people.push(await desk.member()));
    const author = await desk.member();
    const videos: string[] = [];
    for (let at = 0; at < videoCount; at += 1) videos.push(await createVideo(desk.pool, author.id));
    return { people, videos };
  } finally {
    await desk.stop();
  }
}

/** Clients of each process, which share the people's tokens. */
function speakersAt(bases: readonly string[]): Speaker[] {
  const tokens = new LRUCache<string, Promise<string>>({ max: 1_000, ttl: tokenMs });
  const tokenOf = (person: TestPerson): Promise<string> => {
    let token = tokens.get(person.id);
    if (!token) {
      const headers = { cookie: person.cookie, origin: bases[0]! };
      token = fetch(`${bases[0]}/api/auth/token`, { headers }).then(async (answer) => {
        if (!answer.ok) throw new Error(`A token was answered with ${answer.status}`);
        return ((await answer.json()) as { token: string }).token;
      });
      tokens.set(person.id, token);
      // The next request asks for one again.
      token.catch(() => tokens.delete(person.id));
    }
    return token;
  };
  return bases.map((base) => speakTo(base, tokenOf));
}
