/**
 * Two hundred people like one video, or join one challenge, at the same moment, compared to two hundred who each take another one.
 * Counters are added up in the middle of each burst. Fails if an answer is wrong, if a like of the one video waits for a row, or if
 * the 99th percentile for one is more than twice that for two hundred. Takes about two minutes.
 *
 *     npm run bench -- popular [--people=200] [--rounds=6]
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepareDatabase } from "../server/app/database.ts";
import { addUpParticipantsJob } from "../server/modules/challenges/participant-changes.ts";
import { addUpLikesJob } from "../server/modules/community/like-changes.ts";
import { createPool } from "../server/platform/db.ts";
import { forEachOf } from "../server/platform/concurrency.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";
import { freePort } from "../server/testing/free-port.ts";
import { speakTo, startTestServer } from "../server/testing/harness.ts";
import type { TestPerson, TestServer } from "../server/testing/harness.ts";
import { partOf } from "../server/testing/part.ts";
import { actsAt, createChallenge, createVideo } from "../server/testing/popular.ts";
import type { Act } from "../server/testing/popular.ts";

const { values } = parseArgs({
  options: { people: { type: "string", default: "200" }, rounds: { type: "string", default: "6" } },
});
const [people, rounds] = [Number(values.people), Number(values.rounds)];
/** Of the 99th percentile for one to that for many. */
const maxRatio = 2;

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-popular-"));
const log = createLog("error");
const postgres = await ensurePostgres({
  dataDir: folder,
  log,
  // Each wait of a millisecond for a lock is logged.
  settings: { log_lock_waits: "on", deadlock_timeout: "1ms" },
});
const { connection } = postgres;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const settings = {
  AUTH_SECRET: "of both processes, with at least 32 characters",
  MEDIA_SECRET: "of both processes, with at least 32 characters",
};
const api = partOf("api-process.ts", {
  DATA_DIR: join(folder, "api"),
  CONNECTION: JSON.stringify(connection),
  SETTINGS: JSON.stringify({
    ...settings,
    PUBLIC_URL: url,
    PORT: String(port),
    DATABASE_CONNECTIONS: "16",
    REQUEST_WAIT_MS: "10000",
  }),
});
let desk: TestServer | null = null;
try {
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "bench" },
    () => {},
  );
  await prepareDatabase(pool, log);
  await pool.query("update site.settings set opened_at = now()");
  await pool.end();
  desk = await startTestServer({ roles: "api", database: connection, env: settings });
  desk.pool.on("error", () => {});
  await api.start();
  await measure(desk);
} finally {
  await api.end("SIGKILL");
  await desk?.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(server: TestServer): Promise<void> {
  const tokens = new Map<string, string>();
  const crowd: TestPerson[] = [];
  await forEachOf(Array.from({ length: people }), 8, async () => {
    const person = await server.member();
    crowd.push(person);
    const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie: person.cookie, origin: url } });
    tokens.set(person.id, ((await answer.json()) as { token: string }).token);
  });
  const acts = actsAt(speakTo(url, async ({ id }) => tokens.get(id)!));
  const author = await server.member();
  const likes = () => addUp(server, addUpLikesJob);
  const joins = () => addUp(server, addUpParticipantsJob);
  const videoOf = (person: TestPerson) => createVideo(server.pool, person.id);
  const challengeOf = () => createChallenge(server);
  const { like, join: enter } = acts;
  const cases = [
    { name: "like one video", act: like, isOne: true, make: () => videoOf(author), sum: likes },
    { name: "each likes another video", act: like, isOne: false, make: videoOf, sum: likes },
    { name: "join one challenge", act: enter, isOne: true, make: challengeOf, sum: joins },
    { name: "each joins another challenge", act: enter, isOne: false, make: challengeOf, sum: joins },
  ];
  const found = cases.map((one) => ({ ...one, times: [] as number[], rowWaits: 0, notifyWaits: 0 }));
  // The first round warms up, and creates everyone's rows.
  for (let round = 0; round <= rounds; round += 1)
    for (const one of found) {
      const ids: string[] = [];
      for (const person of one.isOne ? [author] : crowd.toReversed()) ids.push(await one.make(person));
      const before = await countWaits();
      const times = await burst(crowd, ids, one.act, one.sum);
      const after = await countWaits();
      await checkCount(server, ids[0]!, one.act === like, one.isOne ? people : 1);
      if (round === 0) continue;
      one.times.push(...times);
      one.rowWaits += after.rows - before.rows;
      one.notifyWaits += after.notifications - before.notifications;
    }

  const rows = found.map(({ name, times, rowWaits, notifyWaits }) => ({
    name,
    answers: times.length,
    "p50 ms": Math.round(percentile(times, 0.5)),
    "p99 ms": Math.round(percentile(times, 0.99)),
    "waits for a row": rowWaits,
    "for NOTIFY": notifyWaits,
  }));
  console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
  const ratios = [0, 2].map(
    (at) => percentile(found[at]!.times, 0.99) / percentile(found[at + 1]!.times, 0.99),
  );
  process.stdout.write(
    `p99 of one to that of ${people}: ${ratios[0]!.toFixed(2)} for likes, ${ratios[1]!.toFixed(2)} for joins.\n`,
  );
  // Those who like each other's videos may wait for the sums of their own.
  const isHot = [0, 2].some((at) => found[at]!.rowWaits > 0);
  if (ratios.some((ratio) => ratio > maxRatio) || isHot) process.exitCode = 1;
}

/** Everyone acts at once, on the one thing or on one each. @returns how long each waited, milliseconds. @throws Error if one is refused */
async function burst(
  crowd: readonly TestPerson[],
  ids: readonly string[],
  act: Act,
  sum: () => Promise<void>,
): Promise<number[]> {
  let answered = 0;
  let summing: Promise<void> | null = null;
  const times = await Promise.all(
    crowd.map(async (person, at) => {
      const began = performance.now();
      const codes = await act(person, ids[at % ids.length]!);
      if (codes.length > 0) throw new Error(codes.join(", "));
      answered += 1;
      if (answered === Math.ceil(crowd.length / 2)) summing = sum();
      return performance.now() - began;
    }),
  );
  // What came since would be added up among the next ones.
  await summing;
  await sum();
  return times;
}

async function addUp(server: TestServer, job: typeof addUpLikesJob): Promise<void> {
  await job.run(server.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });
}

/** Waits of a millisecond or more that PostgreSQL has logged: for a row, and for the turn of a commit that notifies. */
async function countWaits(): Promise<{ rows: number; notifications: number }> {
  const text = await readFile(join(folder, "postgres/postgres.log"), "utf8");
  const count = (what: RegExp) => text.match(what)?.length ?? 0;
  return {
    rows: count(/still waiting for \w+ on (?:transaction|tuple)/g),
    notifications: count(/still waiting for AccessExclusiveLock on object 0 of class \d+ of database 0/g),
  };
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
}

/** @throws Error unless a video has this many likes, or a challenge this many people */
async function checkCount(server: TestServer, id: string, isVideo: boolean, count: number): Promise<void> {
  const query = isVideo
    ? "query ($id: ID!) { count: videoUpload(id: $id) { count: likesCount } }"
    : "query ($id: ID!) { count: challengeById(id: $id) { count: participantsCount } }";
  const { data } = await server.graphql<{ count: { count: number } }>(query, { id });
  if (data?.count.count !== count) throw new Error(`${data?.count.count} were counted instead of ${count}`);
}
