import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../testing/browser.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { countCompletion, seedChallenges } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

test("adds a guest's progress to the leaderboard when they register", async () => {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  const now = Date.now();
  await server.ctx().transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug,
          title: "Eight counts",
          description: "Eight classes",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(now - 3_600_000),
          endsAt: new Date(now + 3_600_000),
          goalHeader: "Complete classes",
          subtitleHeader: "Any of them",
          earnedByHeader: "Earned by",
          badges: [{ slug, name: "One", description: "One class", amountToEarn: 1 }],
        },
      ],
      [],
    ),
  );
  const browser = openBrowser(server);
  const { id } = (await browser.post("/api/auth/sign-in/anonymous")).body.user;
  await browser.graphql("mutation ($id: ID!) { joinChallenge(id: $id) { id } }", { id: slug });
  const danced = await createClass(server.pool);
  await countCompletion(server.ctx(), {
    personId: id,
    classId: danced.id,
    completedAt: new Date(),
    playedMs: 60_000,
  });
  const leaderboard = async () => {
    const { data } = await server.graphql<{
      challengeById: { participantLeaderboard: { user: { id: string } }[] };
    }>("query ($id: ID!) { challengeById(id: $id) { participantLeaderboard { user { id } } } }", {
      id: slug,
    });
    return data!.challengeById.participantLeaderboard.map(({ user }) => user.id);
  };
  expect(await leaderboard()).toEqual([]);
  await browser.post("/api/auth/sign-up/email", {
    email: `${randomUUID()}@example.test`,
    password: "tango on a tin roof",
    name: "Demo Guest",
  });
  await expect.poll(leaderboard, { timeout: 60_000 }).toEqual([id]);
});
