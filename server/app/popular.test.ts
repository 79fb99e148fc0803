import { afterAll, beforeAll, expect, test } from "vitest";
import { addUpParticipantsJob } from "../modules/challenges/participant-changes.ts";
import { addUpLikesJob } from "../modules/community/like-changes.ts";
import type { Job } from "../platform/jobs/job.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { actsAt, createChallenge, createVideo } from "../testing/popular.ts";

const crowdSize = 200;
let server: TestServer;
let author: TestPerson;
const crowd: TestPerson[] = [];
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  author = await server.member();
  const signIn = async () => {
    const person = await server.member();
    // Their clients have a token from now on.
    await server.graphql("{ me { id } }", {}, { as: person });
    return person;
  };
  while (crowd.length < crowdSize) crowd.push(...(await Promise.all(Array.from({ length: 10 }, signIn))));
});
afterAll(() => server?.stop());

/** Runs a statement in a transaction that stays open for `work`. */
async function whileUncommitted(statement: string, values: unknown[], work: () => Promise<void>) {
  const client = await server.pool.connect();
  try {
    await client.query("begin");
    await client.query(statement, values);
    await work();
    await client.query("commit");
    client.release();
  } catch (error) {
    // Closed, and thereby rolled back.
    client.release(true);
    throw error;
  }
}
const addUp = (job: Job<object>) =>
  job.run(server.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });

test("two hundred people like a video at once while its author's row is being changed: all are counted, once", async () => {
  const id = await createVideo(server.pool, author.id);
  const { like } = actsAt(server);
  await whileUncommitted(
    // What a post of the author locks, and the sum of their likes updates.
    "update community.standing set likes_received = likes_received where person_id = $1",
    [author.id],
    async () => {
      const answers = await Promise.all([...crowd.map((person) => like(person, id)), like(crowd[1]!, id)]);
      expect(answers.flat()).toEqual([]);
    },
  );
  const counts = async () => {
    const { data } = await server.graphql<{
      videoUpload: { likesCount: number };
      me: { totalLikesCount: number };
    }>(
      "query ($id: ID!) { videoUpload(id: $id) { likesCount } me { totalLikesCount } }",
      { id },
      { as: author },
    );
    return [data?.videoUpload.likesCount, data?.me.totalLikesCount];
  };
  expect(await counts()).toEqual([crowdSize, crowdSize]);
  await addUp(addUpLikesJob);
  expect(await counts()).toEqual([crowdSize, crowdSize]);
});

test("likes reach an author who has no row for their sum yet, from many people at once", async () => {
  const newcomer = await server.member();
  const id = await createVideo(server.pool, newcomer.id);
  await server.pool.query("delete from community.standing where person_id = $1", [newcomer.id]);
  const { like } = actsAt(server);
  expect((await Promise.all(crowd.slice(0, 20).map((person) => like(person, id)))).flat()).toEqual([]);
  await addUp(addUpLikesJob);
  const { data } = await server.graphql<{ me: { totalLikesCount: number } }>(
    "{ me { totalLikesCount } }",
    {},
    { as: newcomer },
  );
  expect(data?.me.totalLikesCount).toBe(20);
  const sum = await server.pool.query("select likes_received from community.standing where person_id = $1", [
    newcomer.id,
  ]);
  expect(sum.rows).toEqual([{ likes_received: 20 }]);
});

test("two hundred people join a challenge at once while its numbers are added up: all take part", async () => {
  const slug = await createChallenge(server);
  const { join } = actsAt(server);
  await whileUncommitted(
    "update challenges.challenges set participants = participants where slug = $1",
    [slug],
    async () => {
      expect((await Promise.all(crowd.map((person) => join(person, slug)))).flat()).toEqual([]);
    },
  );
  const count = async () => {
    const { data } = await server.graphql<{ challengeById: { participantsCount: number } }>(
      "query ($id: ID!) { challengeById(id: $id) { participantsCount } }",
      { id: slug },
    );
    return data?.challengeById.participantsCount;
  };
  expect(await count()).toBe(crowdSize);
  await addUp(addUpParticipantsJob);
  expect(await count()).toBe(crowdSize);
});
