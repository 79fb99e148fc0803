import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countCompletion, seedChallenges } from "../../modules/challenges/index.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer, TestStream } from "../../testing/harness.ts";
import { streamLimits } from "../stream-slots.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let here: TestServer;
let elsewhere: TestServer;
const open = new Set<TestStream<unknown>>();
beforeAll(async () => {
  database = await createTestDatabase();
  here = await startTestServer({ roles: "api", database: database.connection });
  elsewhere = await startTestServer({
    roles: "api",
    database: database.connection,
    env: { AUTH_SECRET: "y".repeat(40) },
  });
  await createLibrary(here.pool);
});
afterEach(() => {
  for (const stream of open) stream.close();
  open.clear();
});
afterAll(async () => {
  await here?.stop();
  await elsewhere?.stop();
  await database?.drop();
});

const query = `subscription ($id: ID!) { challengeChanged(id: $id) { progressAmount participantsCount rank
  participantLeaderboard(first: 5) { user { id } progressAmount } leaderboardAround { distance entry { user { id } } } } }`;
interface Changed {
  challengeChanged: {
    progressAmount: number | null;
    participantsCount: number;
    rank: number | null;
    participantLeaderboard: { user: { id: string }; progressAmount: number }[];
    leaderboardAround: { distance: number; entry: { user: { id: string } } }[];
  };
}
async function look(id: string, as?: TestPerson, headers?: Record<string, string>, server = here) {
  const stream = await server.subscribe<Changed>(
    query,
    { id },
    { ...(as ? { as } : {}), ...(headers ? { headers } : {}) },
  );
  open.add(stream);
  return stream;
}
/** Reads until a result matches. The number of results per change isn't guaranteed. */
async function until(stream: TestStream<Changed>, isWanted: (now: Changed["challengeChanged"]) => boolean) {
  for (;;) {
    const answer = await stream.next();
    if (!answer) throw new Error("The stream ended");
    expect(answer.errors).toEqual([]);
    if (isWanted(answer.data!.challengeChanged)) return answer.data!.challengeChanged;
  }
}
async function announce(): Promise<string> {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  const dayMs = 24 * 3_600_000;
  await here.ctx().transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug,
          title: "Live",
          description: "Live",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(Date.now() - dayMs),
          endsAt: new Date(Date.now() + dayMs),
          goalHeader: "Goal",
          subtitleHeader: "Subtitle",
          earnedByHeader: "Earned by",
          badges: [{ slug, name: "One", description: "One", amountToEarn: 1 }],
        },
      ],
      [],
    ),
  );
  return slug;
}
const join = (as: TestPerson, id: string) =>
  here.graphql("mutation ($id: ID!) { joinChallenge(id: $id) { id } }", { id }, { as });
const complete = async (server: TestServer, personId: string) =>
  countCompletion(server.ctx(), {
    personId,
    classId: (await createClass(here.pool)).id,
    completedAt: new Date(),
    playedMs: 540_000,
  });

test("sends each viewer a change made on another server, with their own rank", async () => {
  const [slug, me, other] = [await announce(), await here.member(), await here.member()];
  await join(me, slug);
  await join(other, slug);
  const mine = await look(slug, me);
  const signedOut = await look(slug);
  await until(mine, ({ participantsCount }) => participantsCount === 2);
  await complete(elsewhere, me.id);
  await complete(elsewhere, other.id);
  await complete(elsewhere, other.id);
  const seen = await until(
    mine,
    ({ participantLeaderboard: [first] }) => first?.progressAmount === 2 && first.user.id === other.id,
  );
  expect(seen).toMatchObject({ progressAmount: 1, rank: 2 });
  expect(seen.leaderboardAround).toEqual([
    { distance: -1, entry: { user: { id: other.id } } },
    { distance: 0, entry: { user: { id: me.id } } },
  ]);
  const theirs = await until(signedOut, ({ participantLeaderboard: [first] }) => first?.progressAmount === 2);
  expect(theirs).toMatchObject({ progressAmount: null, rank: null, leaderboardAround: [] });
});

test("refuses operations that aren't subscriptions, and unknown documents", async () => {
  const stream = await here.subscribe("{ me { id } }");
  expect(stream.status).toBe(400);
  const missing = await look(randomUUID());
  expect((await missing.next())?.errors[0]?.extensions.code).toBe("NOT_FOUND");
  const bad = await look("any", undefined, { "x-auth-token": "Bearer x.y.z" });
  expect(bad.status).toBe(401);
});

test("frees the stream's slot when the tab is closed", async () => {
  const [slug, me] = [await announce(), await here.member()];
  const streams = [];
  for (let count = 0; count < 12; count += 1) streams.push(await look(slug, me));
  expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const refused = await look(slug, me);
  expect(refused.status).toBe(429);
  for (const stream of streams) stream.close();
  let again = await look(slug, me);
  while (again.status === 429) again = await look(slug, me);
  expect((await again.next())?.data?.challengeChanged).toBeTruthy();
});

test("frees the slots of clients that left before their stream began", async () => {
  const [slug, me] = [await announce(), await here.member()];
  const { hostname, port } = new URL(here.url);
  const body = JSON.stringify({ query, variables: { id: slug } });
  const request = [
    "POST /graphql/stream HTTP/1.1",
    `host: ${hostname}:${port}`,
    "content-type: application/json",
    `x-auth-token: Bearer ${await me.token()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
  for (let left = 0; left < 60; left += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    await new Promise((sent) => socket.write(request, sent));
    await setTimeout(left / 10);
    socket.destroy();
  }
  const streams = [];
  await expect
    .poll(async () => {
      const stream = await look(slug, me);
      if (stream.status === 200) streams.push(stream);
      return streams.length;
    })
    .toBe(12);
});

test("limits streams without an account per IP address", async () => {
  const slug = await announce();
  const open = (count: number) => look(slug, undefined, { "x-forwarded-for": `2001:db8:ff:1::${count}` });
  const streams = [];
  for (let count = 1; count <= 12; count += 1) streams.push(await open(count));
  expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect((await open(13)).status).toBe(429);
  for (const stream of streams) stream.close();
});

test("limits the streams of one network's guests across accounts, and allows members more", async () => {
  const slug = await announce();
  const headers = { "x-forwarded-for": "2001:db8:ff:2::1" };
  const statuses: number[] = [];
  for (let account = 0; account < 5; account += 1) {
    const guest = await here.anonymous();
    for (let stream = 0; stream < 12; stream += 1) statuses.push((await look(slug, guest, headers)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(streamLimits.guestsPerNetwork);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await look(slug, await here.member(), headers)).status).toBe(200);
});

test("doesn't count open streams as running requests", async () => {
  const slug = await announce();
  for (let part = 0; part < 14; part += 1) {
    const streams = await Promise.all(
      Array.from({ length: 40 }, (_unused, index) =>
        look(slug, undefined, { "x-forwarded-for": `2001:db8:${part.toString(16)}:${index + 1}::1` }),
      ),
    );
    for (const { status } of streams) expect(status).toBe(200);
  }
  expect((await here.graphql("{ configs { __typename } }")).errors).toEqual([]);
});

test("ends its streams when the server shuts down", async () => {
  const slug = await announce();
  const going = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: here.dataDir,
  });
  const stream = await look(slug, undefined, undefined, going);
  await until(stream, () => true);
  await going.stop();
  let answer = await stream.next();
  while (answer) answer = await stream.next();
  expect(answer).toBeNull();
});
