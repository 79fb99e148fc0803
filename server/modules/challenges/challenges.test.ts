import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import type { TestPerson } from "../../testing/harness.ts";
import { day, server, advance, now, announce, complete, startChallenges } from "./challenge-testing.ts";
import type { Shown } from "./challenge-testing.ts";
import { addUpParticipantsJob } from "./participant-changes.ts";

startChallenges();

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
    await server.pool.query(
      `delete from challenges.progress where person_id in (select id from identity."user" where email like 'far-%')`,
    );
  });

  test("counts each class completed after joining once and awards badges", async () => {
    const [me, slug] = [await server.member(), await announce()];
    const before = await complete(me, undefined, now - day);
    expect(await show(slug, me)).toMatchObject({ isJoined: false, progressAmount: null, rank: null });
    await move(me, slug);
    await complete(me, before, now);
    expect(await show(slug, me)).toMatchObject({ isJoined: true, progressAmount: 0 });
    advance(60_000);
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
    advance(1000);
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

  test("can be joined while someone else's joining isn't committed yet, and counts both", async () => {
    const [me, other, slug] = [await server.member(), await server.member(), await announce()];
    const client = await server.pool.connect();
    await client.query("begin");
    await client.query(
      `insert into challenges.progress (achievement_id, person_id, joined_at, reached_at)
       select achievement_id, $1, now(), now() from challenges.challenges where slug = $2`,
      [other.id, slug],
    );
    expect((await move(me, slug)).errors).toEqual([]);
    await client.query("commit");
    client.release();
    const count = async () =>
      (
        await server.graphql<{ challengeById: { participantsCount: number } }>(
          "query ($id: ID!) { challengeById(id: $id) { participantsCount } }",
          { id: slug },
        )
      ).data?.challengeById.participantsCount;
    expect(await count()).toBe(2);
    await addUpParticipantsJob.run(
      server.ctx(),
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    expect((await server.pool.query("select from challenges.participant_changes")).rowCount).toBe(0);
    expect(await count()).toBe(2);
  });

  test("can be joined twice and left twice; badges stay", async () => {
    const [me, slug] = [await server.member(), await announce()];
    await move(me, slug);
    expect((await move(me, slug)).errors).toEqual([]);
    advance(1000);
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
    advance(1000);
    for (const person of [hidden!, hidden!, hidden!, anonymous, anonymous]) await complete(person);
    await complete(early!);
    await complete(best!);
    advance(1000);
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
    advance(1000);
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
