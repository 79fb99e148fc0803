import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import { rebuildAchievements } from "./index.ts";
import { server, now, announce, complete, startChallenges } from "./challenge-testing.ts";
import type { Shown } from "./challenge-testing.ts";

startChallenges();

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
    for (let count = 0; count < 6; count += 1) await complete(await server.member());
    await expect.poll(async () => (await state()).length).toBeGreaterThan(10);
    const before = await state();
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
