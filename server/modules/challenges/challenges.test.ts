import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { countCompletion, rebuildAchievements, seedChallenges } from "./index.ts";
import type { NewChallenge } from "./index.ts";

const day = 24 * 3_600_000;
let server: TestServer;
let now = Date.UTC(2026, 10, 21, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

async function announce(change: Partial<NewChallenge> = {}): Promise<string> {
  const slug = `c-${randomUUID().slice(0, 8)}`;
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
          startsAt: new Date(now - 7 * day),
          endsAt: new Date(now + 7 * day),
          goalHeader: "Complete classes",
          subtitleHeader: "Any of them",
          earnedByHeader: "Earned by",
          badges: [
            { slug: `${slug}-one`, name: "One", description: "One class", amountToEarn: 1 },
            { slug: `${slug}-three`, name: "Three", description: "Three classes", amountToEarn: 3 },
          ],
          ...change,
        },
      ],
      [],
    ),
  );
  return slug;
}

interface Shown {
  id: string;
  isJoined: boolean;
  progressAmount: number | null;
  rank: number | null;
  badges: { badge: { name: string }; isEarned: boolean }[];
  participantLeaderboard: { user: { id: string }; progressAmount: number; reachedAt: string }[];
}
const fields = `id isJoined progressAmount rank badges { badge { name amountToEarn activeImageUrl achievement { id triggerType } } isEarned }
  participantLeaderboard(first: 20) { user { id username photoURL } joinedAt progressAmount reachedAt }`;
async function show(id: string, as?: TestPerson): Promise<Shown> {
  const { data, errors } = await server.graphql<{ challengeById: Shown }>(
    `query ($id: ID!) { challengeById(id: $id) { ${fields} } }`,
    { id },
    as ? { as } : {},
  );
  expect(errors).toEqual([]);
  return data!.challengeById;
}
const move = (as: TestPerson | null, id: string, verb = "joinChallenge") =>
  server.graphql<Record<string, Shown>>(
    `mutation ($id: ID!) { ${verb}(id: $id) { ${fields} } }`,
    { id },
    as ? { as } : {},
  );
async function complete(person: TestPerson, classId?: string, at = now): Promise<string> {
  const id = classId ?? (await createClass(server.pool)).id;
  await countCompletion(server.ctx(), {
    personId: person.id,
    classId: id,
    completedAt: new Date(at),
    playedMs: 540_000,
  });
  return id;
}

describe("challenge", () => {
  test("with many participants, approximates the rank of those far behind", async () => {
    const [me, slug] = [await server.member(), await announce()];
    await move(me, slug);
    await complete(me);
    // 12,000 have a larger amount, and 8,000 reached the same amount earlier.
    await server.pool.query(
      `with people as (
         insert into identity."user" (name, email, "emailVerified", username)
         select 'Demo ' || n, 'far-' || n || '@example.test', true, 'far' || n from generate_series(1, 20000) as n returning id, username)
       insert into challenges.progress (achievement_id, person_id, joined_at, amount, reached_at)
       select achievement_id, people.id, starts_at, case when substr(people.username, 4)::int <= 12000 then 2 else 1 end, starts_at
       from people, challenges.challenges where slug = $1`,
      [slug],
    );
    const { data } = await server.graphql<{ challengeById: object }>(
      "query ($id: ID!) { challengeById(id: $id) { rank approximateRank participantsCount } }",
      { id: slug },
      { as: me },
    );
    expect(data?.challengeById).toEqual({ rank: null, approximateRank: 16_000, participantsCount: 20_001 });
    const ahead = await server.member();
    await move(ahead, slug);
    for (const _ of [1, 2, 3]) await complete(ahead);
    const first = await server.graphql(
      "query ($id: ID!) { challengeById(id: $id) { rank approximateRank } }",
      { id: slug },
      { as: ahead },
    );
    expect(first.data).toEqual({ challengeById: { rank: 1, approximateRank: null } });
    // These rows have no practice records that a rebuild would find.
    await server.pool.query(`delete from identity."user" where email like 'far-%'`);
  });

  test("counts each class completed after joining once and awards badges", async () => {
    const [me, slug] = [await server.member(), await announce()];
    const before = await complete(me, undefined, now - day);
    expect(await show(slug, me)).toMatchObject({ isJoined: false, progressAmount: null, rank: null });
    await move(me, slug);
    await complete(me, before, now);
    expect(await show(slug, me)).toMatchObject({ isJoined: true, progressAmount: 0 });
    now += 60_000;
    const first = await complete(me);
    await complete(me, first);
    await complete(me);
    const found = await show(slug, me);
    expect(found).toMatchObject({ progressAmount: 2, rank: 1 });
    expect(found.badges.map(({ isEarned }) => isEarned)).toEqual([true, false]);
    await complete(me);
    expect((await show(slug, me)).badges.map(({ isEarned }) => isEarned)).toEqual([true, true]);
  });

  test("counts only its required classes", async () => {
    const me = await server.member();
    const made = await Promise.all([1, 2].map(() => createClass(server.pool)));
    const slug = await announce({
      triggerType: "required_classes_completed",
      requiredClassIds: made.map(({ id }) => id),
    });
    await move(me, slug);
    now += 1000;
    await complete(me);
    await complete(me, made[1]!.id);
    expect((await show(slug, me)).progressAmount).toBe(1);
    const { data } = await server.graphql(
      "query ($id: ID!) { challengeById(id: $id) { achievement { triggerType requiredPublishedStudioClasses { id } } } }",
      { id: slug },
    );
    expect(data).toEqual({
      challengeById: {
        achievement: {
          triggerType: "required_classes_completed",
          requiredPublishedStudioClasses: made.map(({ id }) => ({ id })),
        },
      },
    });
  });

  test("ignores completions before its start or after its end", async () => {
    const me = await server.member();
    const upcoming = await announce({ startsAt: new Date(now + day), endsAt: new Date(now + 2 * day) });
    await move(me, upcoming);
    await complete(me);
    await complete(me, undefined, now + day + 1);
    await complete(me, undefined, now + 2 * day);
    expect((await show(upcoming, me)).progressAmount).toBe(1);
  });

  test("can't be joined after its end, is NOT_FOUND if unknown, and requires signing in", async () => {
    const ended = await announce({ startsAt: new Date(now - 9 * day), endsAt: new Date(now) });
    const me = await server.anonymous();
    expect((await move(me, ended)).errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "id" });
    expect((await move(me, randomUUID())).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await move(null, ended)).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  test("can be joined twice and left twice; badges stay", async () => {
    const [me, slug] = [await server.member(), await announce()];
    await move(me, slug);
    expect((await move(me, slug)).errors).toEqual([]);
    now += 1000;
    await complete(me);
    await move(me, slug, "leaveChallenge");
    expect((await move(me, slug, "leaveChallenge")).errors).toEqual([]);
    expect(await show(slug, me)).toMatchObject({
      isJoined: false,
      badges: [{ isEarned: true }, { isEarned: false }],
    });
  });

  test("ranks by amount, then by time, without guests and people who opted out", async () => {
    const slug = await announce();
    const [late, early, best, hidden] = await Promise.all([1, 2, 3, 4].map(() => server.member()));
    const anonymous = await server.anonymous();
    for (const person of [late!, early!, best!, hidden!, anonymous]) await move(person, slug);
    await server.graphql("mutation { changeChallengeSettings(isListed: false) }", {}, { as: hidden! });
    now += 1000;
    for (const person of [hidden!, hidden!, hidden!, anonymous, anonymous]) await complete(person);
    await complete(early!);
    await complete(best!);
    now += 1000;
    await complete(late!);
    await complete(best!);
    const found = await show(slug, late!);
    expect(found.participantLeaderboard.map(({ user }) => user.id)).toEqual([best!.id, early!.id, late!.id]);
    expect((await show(slug, hidden!)).rank).toBeNull();
    expect((await show(slug, anonymous)).rank).toBeNull();
    expect((await show(slug)).participantLeaderboard).toHaveLength(3);
  });

  test("lists the people whom the viewer follows, without those blocked or muted", async () => {
    const slug = await announce();
    const [me, friend, stranger, blocked] = await Promise.all([1, 2, 3, 4].map(() => server.member()));
    for (const person of [me!, friend!, stranger!, blocked!]) await move(person, slug);
    now += 1000;
    for (const person of [stranger!, stranger!, blocked!, friend!, me!]) await complete(person);
    await server.graphql(
      "mutation ($id: ID!) { setFollowing(userId: $id, following: true) }",
      { id: friend!.id },
      { as: me! },
    );
    await server.graphql(
      "mutation ($id: ID!) { setBlocked(userId: $id, blocked: true) }",
      { id: blocked!.id },
      { as: me! },
    );
    const { data } = await server.graphql<{
      challengeById: Record<"all" | "followed", { place: number; user: { id: string } }[]>;
    }>(
      `query ($id: ID!) { challengeById(id: $id) { all: participantLeaderboard { place user { id } }
         followed: participantLeaderboard(of: followed) { place user { id } } } }`,
      { id: slug },
      { as: me! },
    );
    const ids = (list: "all" | "followed") => data!.challengeById[list].map(({ user }) => user.id);
    expect(ids("all")[0]).toBe(stranger!.id);
    expect(ids("all")).not.toContain(blocked!.id);
    expect(ids("followed").toSorted()).toEqual([me!.id, friend!.id].toSorted());
    expect(data!.challengeById.followed.map(({ place }) => place)).toEqual([1, 2]);
  });

  test("pages challenges by end date, latest first", async () => {
    const slugs: string[] = [];
    for (let week = 50; week < 53; week += 1)
      slugs.unshift(await announce({ endsAt: new Date(now + week * 7 * day) }));
    const page = async (after: string | null) =>
      (
        await server.graphql<{ challenges: { id: string; slug: string }[] }>(
          "query ($pagination: Pagination) { challenges(pagination: $pagination) { id slug } }",
          { pagination: { first: 2, after } },
        )
      ).data!.challenges;
    const first = await page(null);
    const second = await page(first.at(-1)!.id);
    expect([...first, ...second].slice(0, 3).map(({ slug }) => slug)).toEqual(slugs);
  });
});

describe("awards", () => {
  test("awards each badge once for repeated and concurrent events", async () => {
    const me = await server.member();
    const { id } = await createClass(server.pool);
    await Promise.all(Array.from({ length: 10 }, () => complete(me, id)));
    const { rows } = await server.pool.query(
      `select from platform.events where name = 'challenges.badge_earned' and payload ->> 'personId' = $1`,
      [me.id],
    );
    expect(rows).toHaveLength(1);
  });

  test("leaves no failed job for events without an effect", async () => {
    await complete(await server.member());
    const { rows } = await server.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'eventId' is not null and payload ->> 'reaction' is null`,
    );
    expect(rows).toEqual([]);
  });

  test("ignores events about deleted people", async () => {
    const me = await server.anonymous();
    await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
    const id = await complete(me);
    const { rows } = await server.pool.query("select from challenges.completions where class_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("lists badges by year, and by the class that earned them", async () => {
    const username = `d${randomUUID().slice(0, 8)}`;
    const me = await server.member({ username });
    const first = await complete(me, undefined, Date.UTC(2025, 11, 31, 12));
    for (let n = 0; n < 7; n += 1) await complete(me, undefined, Date.UTC(2026, 0, 1, 12, n));
    const { data } = await server.graphql<{
      badgesByYear: { year: number; badges: { badge: { name: string } }[] }[];
    }>(
      "query ($username: String!) { badgesByYear(username: $username) { year badges { badge { name } earnedAt } } }",
      { username: username.toUpperCase() },
    );
    expect(
      data!.badgesByYear.map(({ year, badges }) => [year, badges.map(({ badge }) => badge.name)]),
    ).toEqual([
      [2026, ["First eight"]],
      [2025, ["First class"]],
    ]);
    const { data: earned } = await server.graphql<{
      getClassCompletedAchievementBadges: { earnedBadges: string[]; newBadges: string[] };
    }>(
      "query ($classId: ID!) { getClassCompletedAchievementBadges(classId: $classId) { earnedBadges newBadges } }",
      { classId: first },
      { as: me },
    );
    expect(earned!.getClassCompletedAchievementBadges.earnedBadges).toHaveLength(2);
    expect(earned!.getClassCompletedAchievementBadges.newBadges).toHaveLength(1);
    expect((await server.graphql('{ badgesByYear(username: "nobody") { year } }')).data).toEqual({
      badgesByYear: [],
    });
  });

  test("recomputes the same progress from the whole history", async () => {
    const state = async () =>
      (
        await server.pool.query(
          `select achievement_id, person_id, amount, reached_at, null as badge from challenges.progress
           union all select badge_id, person_id, 0, earned_at, class_id from challenges.earned_badges order by 1, 2`,
        )
      ).rows;
    const before = await state();
    expect(before.length).toBeGreaterThan(10);
    expect((await rebuildAchievements(server.ctx())).different).toBe(0);
    await server.pool.query("update challenges.progress set amount = 0");
    expect((await rebuildAchievements(server.ctx())).different).toBeGreaterThan(5);
    expect(await state()).toEqual(before);
  });

  test("awards badges for practice records without an event in a rebuild", async () => {
    const me = await server.member();
    const { id } = await createClass(server.pool);
    await server.pool.query(
      "insert into practice.records (person_id, class_id, played_ms, completed_at) values ($1, $2, 540000, $3)",
      [me.id, id, new Date(now)],
    );
    await rebuildAchievements(server.ctx());
    const { data } = await server.graphql<{ myBadgesByYear: { badges: { badge: { name: string } }[] }[] }>(
      "{ myBadgesByYear { badges { badge { name } } } }",
      {},
      { as: me },
    );
    expect(data!.myBadgesByYear.map(({ badges }) => badges.map(({ badge }) => badge.name))).toEqual([
      ["First class"],
    ]);
    expect((await rebuildAchievements(server.ctx())).different).toBe(0);
  });
});

test("renders images of badges and challenges and rejects unknown URLs", async () => {
  const { data } = await server.graphql<{ challengeById: Shown & { thumbnailImageUrl: string } }>(
    "query ($id: ID!) { challengeById(id: $id) { thumbnailImageUrl badges { badge { activeImageUrl inactiveImageUrl } } } }",
    { id: await announce() },
  );
  const [{ badge }] = data!.challengeById.badges as unknown as [{ badge: Record<string, string> }];
  for (const [url, type] of [
    [data!.challengeById.thumbnailImageUrl, "image/png"],
    [badge!["activeImageUrl"]!, "image/svg+xml"],
    [badge!["inactiveImageUrl"]!, "image/svg+xml"],
  ] as const) {
    const response = await server.fetch(new URL(url).pathname);
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
  }
  for (const path of [
    "/art/badge/x-0-active.2.svg",
    "/art/badge/x-1-active.1.svg",
    "/art/else/x-1-active.2.png",
    "/share/badge/nothing.2.png",
    "/share/else/first-class.2.png",
    "/share/badge/first-class.1.png",
  ])
    expect((await server.fetch(path)).status).toBe(404);
});

test("renders share images for links to badges and challenges", async () => {
  const slug = await announce();
  for (const path of ["/share/badge/first-class.2.png", `/share/challenge/${slug}.2.png`]) {
    const response = await server.fetch(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  const { data } = await server.graphql(
    '{ badgeById(id: "first-class") { slug name challengeSlug } missing: badgeById(id: "nothing") { id } }',
  );
  expect(data).toEqual({
    badgeById: { slug: "first-class", name: "First class", challengeSlug: null },
    missing: null,
  });
});
