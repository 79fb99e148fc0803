/**
 * Thirty devices in co-practice, on two servers of one database. Their clocks are up to five minutes wrong and drift by up to 100
 * ppm. Five join late, a server is killed, the leader leaves. Devices use the room's protocol with the player's own rules, without
 * a browser: `npm run bench -- player together` measures four real ones.
 *
 *     npm run bench -- together
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, roomsAt } from "../../server/modules/practice/rooms/testing.ts";
import { createClass, createLibrary } from "../../server/testing/factories.ts";
import {
  createTestDatabase,
  speakTo,
  startTestDatabase,
  startTestServer,
} from "../../server/testing/harness.ts";
import type { TestPerson } from "../../server/testing/harness.ts";
import { report } from "../player/stage.ts";
import { Dancer } from "./dancer.ts";
import type { Speaking } from "./dancer.ts";

const people = 30;
const late = 5;
/** Timeout of every wait. */
const maxMs = 30_000;
const loop = { startMs: 20_000, endMs: 28_000 };

const stopDatabase = await startTestDatabase();
const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "eightcount-together-"));
const dataDir = join(folder, "data");
// Signs people in; the devices use the other two servers.
const desk = await startTestServer({ roles: "api", database: database.connection, dataDir });
const children: ChildProcess[] = [];
const tokens = new Map<TestPerson, Promise<string>>();
const tokenOf = (person: TestPerson) => {
  const known = tokens.get(person) ?? person.token();
  tokens.set(person, known);
  return known;
};
async function startServer(): Promise<{ at: Speaking; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../server/testing/api-process.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, CONNECTION: JSON.stringify(database.connection) },
  });
  children.push(child);
  const [port] = (await once(child.stdout!, "data")) as [Buffer];
  return { at: speakTo(`http://127.0.0.1:${String(port).trim()}`, tokenOf), child };
}

const rooms = roomsAt(() => desk);
const dancers: Dancer[] = [];
try {
  await createLibrary(desk.pool);
  const { id: classId } = await createClass(desk.pool, { durationMs: 600_000 });
  const [one, two] = [await startServer(), await startServer()];
  const make = async (n: number) => {
    const device = await rooms.device(`Dancer ${n + 1}`);
    const wrongMs = n === 0 ? 0 : Math.round((Math.random() * 2 - 1) * 300_000);
    return new Dancer(
      rooms,
      device,
      n % 2 === 0 ? one.at : two.at,
      wrongMs,
      Math.round(Math.random() * 200 - 100),
    );
  };
  const host = await make(0);
  dancers.push(host);
  const room = await rooms.open(host.device, classId, "together");
  host.begin(room);
  const enter = async (n: number) => {
    const dancer = await make(n);
    const { data } = await rooms.join(dancer.device, { roomId: room.id }, undefined, dancer.at);
    dancer.begin(data!.joinRoom);
    dancers.push(dancer);
    return dancer;
  };
  for (let n = 1; n < 10; n += 1) await enter(n);
  await sleep(2_000);
  const transactionsOf10 = await measureTransactions(host);
  for (let n = 10; n < people - late; n += 1) await enter(n);
  await sleep(2_000);

  host.steer({ isPlaying: true, ms: 18_000 });
  await sleep(4_000);
  const inStep: number[] = [];
  const late5 = await Promise.all(
    Array.from({ length: late }, async (_unused, n) => {
      const dancer = await enter(people - late + n);
      inStep.push(await timeToStep([dancer], host));
      return dancer;
    }),
  );
  report(`late, ${late5.length}: from being in until within 100 ms, ms`, inStep, "5000");
  const refused = await rooms.join(await rooms.device("The 31st"), { roomId: room.id }, undefined, two.at);
  process.stdout.write(`the ${people + 1}st: ${codeOf(refused)}, ${refused.errors[0]?.message}\n`);

  await sleep(2_000);
  report("apart, all play, ms", await apart(host, 40), "100");
  const changes: number[] = [];
  for (const change of [
    { loop, ms: 20_000 },
    { rate: 0.6 },
    { rate: 0.65 },
    { rate: 0.7 },
    { ms: 24_000 },
    { rate: 1, loop: null },
  ]) {
    host.steer(change);
    changes.push(await timeToStep(dancers, host));
    await sleep(1_500);
  }
  report("a change of the leader's: until all are within 100 ms", changes, "3000");
  report("apart after the changes, ms", await apart(host, 40), "100");

  const begun = performance.now();
  const before = dancers.map(({ events, posts, bytes }) => ({ events, posts, bytes }));
  await sleep(20_000);
  const seconds = (performance.now() - begun) / 1000;
  const rate = (of: "events" | "posts" | "bytes") =>
    dancers.reduce((sum, dancer, n) => sum + dancer[of] - before[n]![of], 0) / seconds;
  process.stdout.write(
    `a calm room of ${people}: ${rate("posts").toFixed(1)} calls, ${rate("events").toFixed(1)} answers, ${(rate("bytes") / 1024).toFixed(1)} KB a second\n`,
  );
  const transactionsOf30 = await measureTransactions(host);
  process.stdout.write(
    `a change of the leader's, statements and transactions of both servers: ${transactionsOf10.toFixed(1)} among 10, ${transactionsOf30.toFixed(1)} among ${people}\n`,
  );

  const heard: number[] = [];
  for (const dancer of dancers) {
    const sent = performance.now();
    for (const other of dancers) other.onMessage = () => heard.push(performance.now() - sent);
    await rooms.send(room, dancer.device, "got_it", dancer.at);
    await sleep(250);
  }
  report("from calling out until the others hear it, ms", heard, "300");

  const killed = performance.now();
  const cutOff = dancers.filter(({ at }) => at === two.at);
  for (const dancer of cutOff) dancer.at = one.at;
  two.child.kill("SIGKILL");
  await sleep(100);
  const duringKill = apart(host, 20);
  while (cutOff.some(({ hearsSince }) => hearsSince < killed)) await sleep(20);
  report(
    `a server killed: ${cutOff.length} hear again after, ms`,
    cutOff.map(({ hearsSince }) => hearsSince - killed),
    "5000",
  );
  report("apart meanwhile, ms", await duringKill, "100");

  const left = performance.now();
  await host.leave();
  dancers.splice(dancers.indexOf(host), 1);
  while (!dancers.every(({ room: now }) => now?.hostId === dancers[0]!.device.memberId)) await sleep(10);
  report("the leader goes: until all know the next, ms", [performance.now() - left], "1000");
  const next = dancers[0]!;
  next.steer({ rate: 0.8 });
  report("their first change: until all are within 100 ms", [await timeToStep(dancers, next)], "3000");
  await sleep(1_500);
  report("apart under the next leader, ms", await apart(next, 40), "100");
} finally {
  for (const dancer of dancers) dancer.vanish();
  for (const child of children) child.kill("SIGKILL");
  await desk.stop();
  await database.drop();
  await stopDatabase();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

/** Distance of a class from the leader's, the short way round a loop. */
function offOf(dancer: Dancer, leader: Dancer): number {
  const now = performance.now();
  const off = Math.abs(dancer.position(now) - leader.position(now));
  const length = loop.endMs - loop.startMs;
  return leader.room?.state?.loopStartMs != null ? Math.min(off, Math.abs(length - off)) : off;
}
async function timeToStep(who: readonly Dancer[], leader: Dancer): Promise<number> {
  const begun = performance.now();
  // The change has to be sent first.
  await sleep(50);
  const isThere = () => who.every((dancer) => dancer.isPlaying && offOf(dancer, leader) < 100);
  while (!isThere() && performance.now() - begun < maxMs) await sleep(10);
  return performance.now() - begun;
}
async function apart(leader: Dancer, times: number): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) {
    for (const dancer of dancers)
      if (dancer !== leader && dancer.isPlaying) found.push(offOf(dancer, leader));
    await sleep(250);
  }
  return found;
}
/** PostgreSQL commits for one change by the leader, without heartbeats. */
async function measureTransactions(leader: Dancer): Promise<number> {
  const count = async () => {
    // An idle connection flushes its statistics within ten seconds.
    await sleep(11_000);
    const { rows } = await desk.pool.query<{ sum: string }>(
      "select sum(xact_commit)::text as sum from pg_stat_database where datname = current_database()",
    );
    return Number(rows[0]!.sum);
  };
  const rounds = 20;
  // Flushes earlier statistics.
  await count();
  const idle = await count();
  await sleep(rounds * 200);
  const busy = await count();
  for (let n = 0; n < rounds; n += 1) {
    leader.steer({ rate: n % 2 === 0 ? 0.9 : 1 });
    await sleep(200);
  }
  return ((await count()) - busy - (busy - idle)) / rounds;
}
