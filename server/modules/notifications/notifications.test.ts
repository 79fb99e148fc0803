import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { countCompletion, seedChallenges } from "../challenges/index.ts";
import { courseJob } from "../challenges/jobs.ts";
import { challengeNewsJob } from "./challenge-news.ts";
import { digestJob, mailJob } from "./jobs.ts";
import { planNewsJob } from "./plan-news.ts";
import { reactions } from "./reactions.ts";
import { tell } from "./tell.ts";
import type { News } from "./tell.ts";

const hourMs = 3_600_000;
let server: TestServer;
let now = Date.UTC(2026, 10, 20, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
beforeEach(() => {
  now += 1000;
});
afterAll(() => server?.stop());

interface Item {
  id: string;
  type: string;
  text: string;
  url: string;
  imageUrl: string | null;
  readAt: string | null;
}
async function inbox(as: TestPerson, pagination: object = {}) {
  const { data, errors } = await server.graphql<{
    notifications: { items: Item[]; unread: number; nextCursor: string | null };
  }>(
    "query ($pagination: Pagination) { notifications(pagination: $pagination) { items { id type text url imageUrl createdAt readAt } unread nextCursor } }",
    { pagination },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.notifications;
}
const change = async (as: TestPerson, args: string) => {
  const { data, errors } = await server.graphql<{
    changed: {
      kinds: { type: string; push: boolean; email: string }[];
      quietFrom: string | null;
      timeZone: string;
    };
  }>(
    `mutation { changed: ${args} { kinds { type inbox push email } quietFrom quietTo timeZone pushPublicKey } }`,
    {},
    { as },
  );
  return { changed: data?.changed, codes: errors.map(({ extensions }) => extensions.code) };
};
const send = (people: readonly TestPerson[], news: Partial<News> = {}) =>
  server.ctx().transact((tx) =>
    tell(tx, {
      sourceId: randomUUID(),
      people: people.map(({ id }) => id),
      kind: "UGCComment",
      groupKey: `post:${randomUUID()}`,
      path: "/post/1",
      ...news,
    }),
  );
const plannedFor = async (task: string, key: string) =>
  (
    await server.pool.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where task_identifier = $1 and key like $2",
      [task, key],
    )
  ).rows.map(({ run_at }) => run_at.getTime());

describe("the inbox", () => {
  test("tells of a badge once, however often the news of it comes", async () => {
    const me = await server.member();
    await countCompletion(server.ctx(), {
      personId: me.id,
      classId: (await createClass(server.pool)).id,
      completedAt: new Date(now),
      playedMs: 540_000,
    });
    const { rows } = await server.pool.query<{ id: string; payload: { personId: string } }>(
      "select id, payload from platform.events where name = 'challenges.badge_earned' and payload->>'personId' = $1",
      [me.id],
    );
    expect(rows).toHaveLength(1);
    const react = reactions.find(({ name }) => name === "notifications.tell_badge_earned")!;
    const facts = { id: rows[0]!.id, occurredAt: new Date(now) };
    await Promise.all([1, 2, 3].map(() => react.run(server.ctx(), rows[0]!.payload, facts)));
    const { items, unread } = await inbox(me);
    expect(items).toMatchObject([
      { type: "BadgeEarned", text: "You’ve earned “First class”.", url: "/badge/first-class", readAt: null },
    ]);
    expect(items[0]!.imageUrl).toMatch(/\/art\/badge\/first-class-1-active/);
    expect(unread).toBe(1);
    await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: me });
    await react.run(server.ctx(), rows[0]!.payload, facts);
    expect((await inbox(me)).items).toHaveLength(1);
  });

  test("says several things of one kind as one, until that is read", async () => {
    const me = await server.member();
    const others = await Promise.all(
      ["ana", "bo", "cy"].map((name) => server.member({ username: `demo_${name}_${now}` })),
    );
    const groupKey = "followed";
    for (const { id } of others) {
      now += 1000;
      await send([me], { kind: "PersonFollowed", groupKey, actorId: id });
    }
    await send([me], { kind: "PersonFollowed", groupKey, actorId: others[2]!.id });
    const { items, unread } = await inbox(me);
    expect(items.map(({ text }) => text)).toEqual([`demo_cy_${now - 3000} and 2 others follow you now.`]);
    expect(unread).toBe(1);
    await server.graphql(
      "mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { unread } }",
      { ids: items.map(({ id }) => id) },
      { as: me },
    );
    now += 1000;
    await send([me], { kind: "PersonFollowed", groupKey, actorId: others[0]!.id });
    const later = await inbox(me);
    expect(later.items.map(({ readAt }) => readAt === null)).toEqual([true, false]);
    expect(later.unread).toBe(1);
  });

  test("doesn't tell people of what they did themselves, nor of those whom they don't want to meet", async () => {
    const [me, other] = [await server.member(), await server.member()];
    await send([me], { actorId: me.id });
    await server.graphql(
      "mutation ($id: ID!) { setBlocked(userId: $id, blocked: true) }",
      { id: other.id },
      { as: me },
    );
    await send([me], { actorId: other.id });
    expect(await inbox(me)).toMatchObject({ items: [], unread: 0 });
  });

  test("is paged, the newest first, and is nobody else's", async () => {
    const [me, other] = [await server.member(), await server.member()];
    for (let count = 0; count < 5; count += 1) {
      now += 1000;
      await send([me], { path: `/post/${count}` });
    }
    const first = await inbox(me, { first: 3 });
    const second = await inbox(me, { first: 3, after: first.nextCursor });
    expect([...first.items, ...second.items].map(({ url }) => url)).toEqual(
      [4, 3, 2, 1, 0].map((count) => `/post/${count}`),
    );
    expect(second.nextCursor).toBeNull();
    await server.graphql(
      "mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { unread } }",
      { ids: first.items.map(({ id }) => id) },
      { as: other },
    );
    expect((await inbox(me)).unread).toBe(5);
    expect((await inbox(other)).items).toEqual([]);
  });

  test("is live: its count follows, on every tab", async () => {
    const me = await server.member();
    const stream = await server.subscribe<{ inboxChanged: { unread: number } }>(
      "subscription { inboxChanged { id unread } }",
      {},
      { as: me },
    );
    const until = async (wanted: number) => {
      let answer = await stream.next();
      while (answer && answer.data?.inboxChanged.unread !== wanted) answer = await stream.next();
      expect(answer?.data?.inboxChanged.unread).toBe(wanted);
    };
    await until(0);
    await send([me]);
    await until(1);
    await server.graphql("mutation { markNotificationsRead { unread } }", {}, { as: me });
    await until(0);
    stream.close();
  });

  test("reaches many people in one go", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => server.member()));
    await send(people, { kind: "ChallengeStarting", facts: { title: "Eight" } });
    for (const person of people) expect((await inbox(person)).unread).toBe(1);
  });
});

describe("settings", () => {
  test("turn a kind off, whole or in one way", async () => {
    const me = await server.member();
    const { changed } = await change(
      me,
      "changeNotificationKind(type: UGCComment, inbox: false, email: off)",
    );
    expect(changed!.kinds.find(({ type }) => type === "UGCComment")).toMatchObject({
      inbox: false,
      push: true,
      email: "off",
    });
    await send([me]);
    expect((await inbox(me)).items).toEqual([]);
  });

  test("refuse what makes no sense", async () => {
    const me = await server.member();
    for (const call of [
      'changeQuietHours(from: "22:00")',
      'changeQuietHours(from: "22:00", to: "22:00")',
      'changeQuietHours(from: "24:00", to: "7:00")',
      "changeNotificationKind(type: PaymentNews, email: off)",
    ])
      expect((await change(me, call)).codes).toEqual(["BAD_INPUT"]);
    expect((await change(me, "changeQuietHours")).codes).toEqual([]);
  });

  test("hold mails back in quiet hours, by the person's own clock", async () => {
    const me = await server.member();
    await server.graphql('mutation { changeChallengeSettings(timeZone: "Asia/Tokyo") }', {}, { as: me });
    await change(me, "changeNotificationKind(type: UGCComment, email: at_once)");
    const { changed } = await change(me, 'changeQuietHours(from: "22:00", to: "07:30")');
    expect(changed).toMatchObject({ quietFrom: "22:00", timeZone: "Asia/Tokyo" });
    now = Date.UTC(2026, 10, 25, 14);
    await send([me]);
    const [item] = (await inbox(me)).items;
    expect(await plannedFor("notifications.mail", `%${item!.id}`)).toEqual([Date.UTC(2026, 10, 25, 22, 30)]);
  });
});

describe("mails", () => {
  const mailsTo = async (me: TestPerson) => {
    const { rows } = await server.pool.query<{
      payload: { to: string; subject: string; unsubscribePath: string };
    }>(
      `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
       where task.identifier = 'mail.send' and payload->>'unsubscribePath' is not null and payload->>'to' = (select email from identity."user" where id = $1) order by job.id`,
      [me.id],
    );
    return rows.map(({ payload }) => payload);
  };

  test("come at once where asked for, once however often they are tried, and not for what was read", async () => {
    const me = await server.member();
    await change(me, "changeNotificationKind(type: UGCComment, email: at_once)");
    await send([me]);
    const [item] = (await inbox(me)).items;
    for (let tries = 0; tries < 3; tries += 1)
      await mailJob.run(server.ctx(), { itemId: item!.id }, {} as never);
    expect((await mailsTo(me)).map(({ subject }) => subject)).toEqual(["Somebody commented on your post"]);
    await send([me]);
    const [second] = (await inbox(me)).items;
    await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: me });
    await mailJob.run(server.ctx(), { itemId: second!.id }, {} as never);
    expect(await mailsTo(me)).toHaveLength(1);
  });

  test("of a day come as one, before the evening, once", async () => {
    const me = await server.member();
    now = Date.UTC(2026, 10, 26, 9);
    await send([me], { path: "/post/1" });
    await send([me], { kind: "UGCMention", path: "/post/2" });
    const run = () => digestJob.run(server.ctx(), {}, {} as never);
    await run();
    expect(await mailsTo(me)).toEqual([]);
    now = Date.UTC(2026, 10, 26, 17, 1);
    await Promise.all([run(), run()]);
    await run();
    const mails = await mailsTo(me);
    expect(mails.map(({ subject }) => subject)).toEqual(["2 things since you were last here"]);
  });

  test("are ended by their link without signing in: looking at it ends nothing, one post does", async () => {
    const me = await server.member();
    await change(me, "changeNotificationKind(type: UGCComment, email: at_once)");
    await send([me]);
    const [item] = (await inbox(me)).items;
    await mailJob.run(server.ctx(), { itemId: item!.id }, {} as never);
    const { unsubscribePath } = (await mailsTo(me))[0]!;
    const emailOf = async () => {
      const { data } = await server.graphql<{
        notificationSettings: { kinds: { type: string; email: string }[] };
      }>("{ notificationSettings { kinds { type email } } }", {}, { as: me });
      return data!.notificationSettings.kinds.find(({ type }) => type === "UGCComment")!.email;
    };
    const looked = await server.fetch(unsubscribePath);
    expect(await looked.text()).toContain("Comments on your posts");
    expect(await emailOf()).toBe("at_once");
    const posted = await server.fetch(unsubscribePath, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(posted.status).toBe(200);
    expect(await emailOf()).toBe("off");
    const forged = await server.fetch(`${unsubscribePath.slice(0, -2)}xx`, { method: "POST" });
    expect(forged.status).toBe(404);
  });
});

describe("with a worker", () => {
  test("a comment, an answer and a like reach whom they concern, and a mail carries the headers of one-click unsubscribing", async () => {
    const working = await startTestServer();
    try {
      const me = await working.member();
      await working.graphql(
        "mutation { changeNotificationKind(type: UGCComment, email: at_once) { id } }",
        {},
        { as: me },
      );
      const other = await working.member({ username: "demo_ben" });
      const made = await working.graphql<{ createPost: { id: string } }>(
        'mutation { createPost(text: "Count four runs away", idempotencyKey: "post-of-mine") { id } }',
        {},
        { as: me },
      );
      const postId = made.data!.createPost.id;
      const said = await working.graphql(
        'mutation ($postId: ID!) { createComment(postId: $postId, text: "It does", idempotencyKey: "comment-on-it") { id } }',
        { postId },
        { as: other },
      );
      expect(said.errors).toEqual([]);
      await working.graphql(
        "mutation ($id: ID!) { setLike(contentType: post, id: $id, liked: true) }",
        { id: postId },
        { as: other },
      );
      const texts = async () => {
        const { data } = await working.graphql<{ notifications: { items: { text: string }[] } }>(
          "{ notifications { items { text } } }",
          {},
          { as: me },
        );
        return data!.notifications.items.map(({ text }) => text).toSorted();
      };
      await expect
        .poll(texts, { timeout: 60_000 })
        .toEqual(["demo_ben commented on your post.", "demo_ben likes your post."]);
      const outbox = join(working.dataDir, "outbox");
      const findMail = async () => {
        const names = await readdir(outbox).catch(() => []);
        for (const name of names.filter((one) => one.endsWith(".eml"))) {
          const text = await readFile(join(outbox, name), "utf8");
          if (text.includes("commented on your post")) return text;
        }
        return null;
      };
      await expect.poll(findMail, { timeout: 60_000 }).toBeTruthy();
      const mail = (await findMail())!;
      expect(mail).toMatch(/^List-Unsubscribe:\s+<http:\/\/[^>]+\/unsubscribe\/[^>]+>/m);
      expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    } finally {
      await working.stop();
    }
  });
});

test("signing in to an account takes the anonymous person's inbox along", async () => {
  const [guest, me] = [await server.anonymous(), await server.member()];
  await send([guest]);
  await send([me]);
  const { mergeNotifications } = await import("./index.ts");
  for (let again = 0; again < 2; again += 1)
    await server.ctx().transact((tx) => mergeNotifications(tx, { from: guest.id, into: me.id }));
  expect((await inbox(me)).unread).toBe(2);
});

test("digests of an hour ago are old news to nobody who turned them off", async () => {
  const me = await server.member();
  now = Date.UTC(2026, 10, 27, 9);
  await send([me]);
  await change(me, "changeNotificationKind(type: UGCComment, email: off)");
  now += 9 * hourMs;
  await digestJob.run(server.ctx(), {}, {} as never);
  const { rows } = await server.pool.query(
    "select from notifications.items where person_id = $1 and mailed_at is not null",
    [me.id],
  );
  expect(rows).toEqual([]);
});

test("a challenge tells its people once that it begins, and once that it ends soon, unless they have it all", async () => {
  const [early, late, done] = await Promise.all([1, 2, 3].map(() => server.member()));
  const slug = `c-${randomUUID().slice(0, 8)}`;
  now = Date.UTC(2026, 11, 1, 12);
  await server.ctx().transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug,
          title: "One in a week",
          description: "One class",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(now + hourMs),
          endsAt: new Date(now + 7 * 24 * hourMs),
          goalHeader: "g",
          subtitleHeader: "s",
          earnedByHeader: "e",
          badges: [{ slug, name: "One", description: "One", amountToEarn: 1 }],
        },
      ],
      [],
    ),
  );
  const join = (as: TestPerson) =>
    server.graphql("mutation ($id: ID!) { joinChallenge(id: $id) { id } }", { id: slug }, { as });
  /** What a worker does, twice: look, react, and follow the pages. */
  const work = async () => {
    for (let time = 0; time < 2; time += 1) await courseJob.run(server.ctx(), {}, {} as never);
    const { rows } = await server.pool.query<{ id: string; name: string; payload: { challengeId: string } }>(
      "select id, name, payload from platform.events where name like 'challenges.challenge_%' order by occurred_at",
    );
    for (const { id, name, payload } of rows)
      for (let time = 0; time < 2; time += 1)
        await challengeNewsJob.run(
          server.ctx(),
          {
            sourceId: id,
            kind: name.endsWith("started") ? "ChallengeStarting" : "ChallengeEnding",
            challengeId: payload.challengeId,
            after: null,
          },
          {} as never,
        );
  };
  await join(early!);
  await join(done!);
  await work();
  expect((await inbox(early!)).items).toEqual([]);
  now += 2 * hourMs;
  await join(late!);
  await work();
  const begun = "“One in a week” has begun. Every class counts from now on.";
  expect((await inbox(early!)).items.map(({ text }) => text)).toEqual([begun]);
  expect((await inbox(late!)).items).toEqual([]);
  await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: early! });
  await countCompletion(server.ctx(), {
    personId: done!.id,
    classId: (await createClass(server.pool)).id,
    completedAt: new Date(now),
    playedMs: 540_000,
  });
  now += 6 * 24 * hourMs;
  await work();
  await work();
  const ending = "“One in a week” ends within a day. You have 0 of 1.";
  expect((await inbox(early!)).items.map(({ text }) => text)).toEqual([ending, begun]);
  expect((await inbox(late!)).items.map(({ text }) => text)).toEqual([ending]);
  expect((await inbox(done!)).items.map(({ text }) => text)).toEqual([begun]);
});

test("what happens to somebody's money is in their inbox", async () => {
  const me = await server.member();
  const about = { accountId: me.id, subscriptionId: randomUUID() };
  const react = (name: string, payload: object) =>
    reactions
      .find((one) => one.name === `notifications.${name}`)!
      .run(server.ctx(), payload, { id: randomUUID(), occurredAt: new Date(now) });
  await react("tell_trial_ending", { ...about, endsAt: "2026-12-24T10:00:00.000Z" });
  expect((await inbox(me)).items[0]).toMatchObject({
    type: "TrialEnding",
    text: "Your trial ends on December 24, 2026.",
    url: "/account/subscription",
  });
  await react("tell_payment_failed", {
    ...about,
    subscriptionId: randomUUID(),
    invoiceId: randomUUID(),
    code: "CARD_DECLINED",
    retryAt: null,
  });
  await react("tell_subscription_ended", { ...about, status: "canceled", previousStatus: "pending" });
  expect((await inbox(me)).items.map(({ type }) => type).toSorted()).toEqual(["PaymentNews", "TrialEnding"]);
});

test("an upload's owner hears that it is ready; a class's film is nobody's news; a decision is told", async () => {
  const me = await server.member();
  const id = randomUUID();
  await server.pool.query(
    "insert into community.content (id, kind, author_id, created_at) values ($1, 'video_upload', $2, now())",
    [id, me.id],
  );
  const react = (name: string, payload: object) =>
    reactions
      .find((one) => one.name === `notifications.${name}`)!
      .run(server.ctx(), payload, { id: randomUUID(), occurredAt: new Date(now) });
  await react("tell_upload_ready", { assetId: id, durationMs: 1000 });
  await react("tell_upload_ready", { assetId: randomUUID(), durationMs: 1000 });
  await react("tell_decided", {
    caseId: id,
    personId: me.id,
    heading: "Your post was taken down",
    path: "/post/1",
  });
  expect((await inbox(me)).items.map(({ type, text, url }) => [type, text, url]).toSorted()).toEqual([
    ["ModerationOutcome", "Your post was taken down.", "/post/1"],
    ["UploadReady", "Your video is ready to be seen.", `/video/${id}`],
  ]);
});

test("the class of the day is told once, in the person's own morning, to those who want it", async () => {
  const [me, other] = [await server.member(), await server.member()];
  for (const person of [me, other]) {
    await server.graphql('mutation { changeChallengeSettings(timeZone: "Asia/Tokyo") }', {}, { as: person });
    await server.graphql(
      "mutation { setDanceCadencePreference(slugs: [], daysPerWeek: 7) { id } }",
      {},
      { as: person },
    );
  }
  await change(me, "changeNotificationKind(type: PlanOfTheDay, inbox: true)");
  // Class by class: the library has enough for a week.
  for (let count = 0; count < 8; count += 1) await createClass(server.pool);
  const monday = Date.UTC(2026, 11, 14);
  const texts: string[] = [];
  for (const hour of [0, 8, 22, 23, 23.5]) {
    now = monday + 7 * 24 * hourMs + hour * hourMs;
    await planNewsJob.run(server.ctx(), {}, {} as never);
    texts.push((await inbox(me)).items.map(({ text }) => text).join());
  }
  // Tokyo is nine hours ahead: eight in the morning there is 23:00 the day before.
  expect(texts.slice(0, 3)).toEqual(["", "", ""]);
  expect(texts[3]).toMatch(/^Today’s class: /);
  expect(texts[4]).toBe(texts[3]);
  expect((await inbox(other)).items).toEqual([]);
});
