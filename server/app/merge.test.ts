import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedChallenges } from "../modules/challenges/index.ts";
import { createClass, createLibrary, letPass, library } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

const password = "a long enough password";
const post = (path: string, body: object, cookie?: string) =>
  server.fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: server.url,
      "x-forwarded-for": `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
  });
async function register(): Promise<{ email: string; id: string }> {
  const email = `${randomUUID()}@example.test`;
  const response = await post("/api/auth/sign-up/email", { email, password, name: "Demo Returner" });
  return { email, id: ((await response.json()) as { user: { id: string } }).user.id };
}
/** Signs in on a device with a guest. */
async function signIn(email: string, anonymous: TestPerson) {
  const response = await post("/api/auth/sign-in/email", { email, password }, anonymous.cookie);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { token } = (await (await server.fetch("/api/auth/token", { headers: { cookie } })).json()) as {
    token: string;
  };
  return { response, headers: { "x-auth-token": `Bearer ${token}` } };
}

describe("signing in to an existing account", () => {
  test("merges the guest's practice, saved classes, follows, answers and challenges, and reports the result", async () => {
    const account = await register();
    const guest = await server.anonymous();
    const danced = await createClass(server.pool, { isPlayable: true, durationMs: 60_000 });
    const saved = await createClass(server.pool);
    const slug = `c-${randomUUID().slice(0, 8)}`;
    await server.ctx().transact((tx) =>
      seedChallenges(
        tx,
        [
          {
            slug,
            title: "One",
            description: "One class",
            triggerType: "class_completed",
            requiredClassIds: [],
            startsAt: new Date(Date.now() - 3_600_000),
            endsAt: new Date(Date.now() + 3_600_000),
            goalHeader: "One",
            subtitleHeader: "One",
            earnedByHeader: "One",
            badges: [{ slug, name: "One", description: "One", amountToEarn: 1 }],
          },
        ],
        [],
      ),
    );
    const as = guest;
    const call = (query: string, variables: object = {}) => server.graphql(query, variables, { as });
    await call("query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }", {
      id: danced.id,
    });
    await letPass(server.pool, guest.id, 600_000);
    await call("mutation ($id: ID!) { joinChallenge(id: $id) { id } }", { id: slug });
    await call(
      "mutation ($id: ID!) { recordPractice(classId: $id, played: [{ fromMs: 0, toMs: 60000 }], positionMs: 5000) { percent } }",
      { id: danced.id },
    );
    await call("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: saved.id });
    await call("mutation ($slugs: [String!]!) { followCategories(categories: $slugs) { slug } }", {
      slugs: [library.categories[0].slug],
    });
    await call('mutation { setFollow(kind: instructor, slug: "demo-ana", following: true) { id } }');
    await call('mutation { setDanceEnergyPreference(slug: "high") { id } }');

    const { response, headers } = await signIn(account.email, guest);
    expect(response.status).toBe(200);
    // Two classes; a category, an instructor, an answer and a challenge.
    expect(response.headers.getSetCookie().join()).toMatch(/eightcount\.brought=2\.4; Max-Age=60; Path=\//);
    const ask = `query ($danced: ID!, $slug: ID!) {
      me { id }
      studioClass(id: $danced) { userProgress { completed percent time { second } } }
      savedClasses { items { studioClass { id } } }
      categories(filters: { isFollowing: true }) { slug }
      follows { id }
      userPreferenceOptions { type selectedSlugs }
      challengeById(id: $slug) { isJoined progressAmount badges { isEarned } } }`;
    type Answer = {
      userPreferenceOptions: { type: string; selectedSlugs: string[] }[];
      challengeById: object;
    };
    const { data, errors } = await server.graphql<Answer>(ask, { danced: danced.id, slug }, { headers });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      me: { id: account.id },
      studioClass: { userProgress: { completed: true, percent: 100, time: { second: 5 } } },
      savedClasses: { items: [{ studioClass: { id: saved.id } }] },
      categories: [{ slug: library.categories[0].slug }],
      follows: expect.arrayContaining([
        { id: "instructor:demo-ana" },
        { id: `category:${library.categories[0].slug}` },
      ]),
      challengeById: { isJoined: true },
    });
    expect(data!.userPreferenceOptions.find(({ type }) => type === "dance_energy")?.selectedSlugs).toEqual([
      "high",
    ]);
    // The worker counts the completion, before or after the merge.
    await expect
      .poll(
        async () =>
          (await server.graphql<Answer>(ask, { danced: danced.id, slug }, { headers })).data?.challengeById,
      )
      .toMatchObject({ progressAmount: 1, badges: [{ isEarned: true }] });

    const { rows } = await server.pool.query(`select from identity."user" where id = $1`, [guest.id]);
    expect(rows).toEqual([]);
    expect((await server.fetch("/api/auth/token", { headers: { cookie: guest.cookie } })).status).toBe(401);
  });

  test("merges nothing after a wrong password, and the guest stays", async () => {
    const account = await register();
    const guest = await server.anonymous();
    const response = await post(
      "/api/auth/sign-in/email",
      { email: account.email, password: "wrong one" },
      guest.cookie,
    );
    expect(response.status).toBe(401);
    expect((await server.fetch("/api/auth/token", { headers: { cookie: guest.cookie } })).status).toBe(200);
  });
});
