import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { countCompletion } from "../challenges/index.ts";
import { digestJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";
import { browserKeys, change, inbox, send, succeed } from "./testing.ts";

let server: TestServer;
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
let now = Date.UTC(2026, 10, 20, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
beforeEach(() => {
  now += 1000;
});
afterAll(() => server?.stop());

const plannedFor = async (task: string, key: string) =>
  (
    await server.pool.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where task_identifier = $1 and key like $2",
      [task, key],
    )
  ).rows.map(({ run_at }) => run_at.getTime());

describe("inbox", () => {
  test("contains a badge once for repeated events", async () => {
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
    const facts = { id: rows[0]!.id, occurredAt: new Date(now), signal: new AbortController().signal };
    await Promise.all([1, 2, 3].map(() => react.run(server.ctx(), rows[0]!.payload, facts)));
    const { items, unread } = await inbox(server, me);
    expect(items).toMatchObject([
      { type: "BadgeEarned", text: "You’ve earned “First class”.", url: "/badge/first-class", readAt: null },
    ]);
    expect(items[0]!.imageUrl).toMatch(/\/art\/badge\/first-class-1-active/);
    expect(unread).toBe(1);
    await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: me });
    await react.run(server.ctx(), rows[0]!.payload, facts);
    expect((await inbox(server, me)).items).toHaveLength(1);
  });

  test("groups items of one kind until they are read", async () => {
    const me = await server.member();
    const others = await Promise.all(
      ["ana", "bo", "cy"].map((name) => server.member({ username: `demo_${name}_${now}` })),
    );
    const groupKey = "followed";
    for (const { id } of others) {
      now += 1000;
      await send(server, [me], { kind: "PersonFollowed", groupKey, actorId: id });
    }
    await send(server, [me], { kind: "PersonFollowed", groupKey, actorId: others[2]!.id });
    const { items, unread } = await inbox(server, me);
    expect(items.map(({ text }) => text)).toEqual([
      `demo_cy_${now - 3000} and 2 others started following you.`,
    ]);
    expect(unread).toBe(1);
    await server.graphql(
      "mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { unread } }",
      { ids: items.map(({ id }) => id) },
      { as: me },
    );
    now += 1000;
    await send(server, [me], { kind: "PersonFollowed", groupKey, actorId: others[0]!.id });
    const later = await inbox(server, me);
    expect(later.items.map(({ readAt }) => readAt === null)).toEqual([true, false]);
    expect(later.unread).toBe(1);
  });

  test("leaves out a person's own actions, and those of people blocked or muted", async () => {
    const [me, other] = [await server.member(), await server.member()];
    await send(server, [me], { actorId: me.id });
    await server.graphql(
      "mutation ($id: ID!) { setBlocked(userId: $id, blocked: true) }",
      { id: other.id },
      { as: me },
    );
    await send(server, [me], { actorId: other.id });
    expect(await inbox(server, me)).toMatchObject({ items: [], unread: 0 });
  });

  test("is paged, newest first, and visible to its owner only", async () => {
    const [me, other] = [await server.member(), await server.member()];
    for (let count = 0; count < 5; count += 1) {
      now += 1000;
      await send(server, [me], { path: `/post/${count}` });
    }
    const first = await inbox(server, me, { first: 3 });
    const second = await inbox(server, me, { first: 3, after: first.nextCursor });
    expect([...first.items, ...second.items].map(({ url }) => url)).toEqual(
      [4, 3, 2, 1, 0].map((count) => `/post/${count}`),
    );
    expect(second.nextCursor).toBeNull();
    await server.graphql(
      "mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) { unread } }",
      { ids: first.items.map(({ id }) => id) },
      { as: other },
    );
    expect((await inbox(server, me)).unread).toBe(5);
    expect((await inbox(server, other)).items).toEqual([]);
  });

  test("leaves out kinds of a later release, which a studio that went back to this one stored", async () => {
    const me = await server.member();
    await change(server, me, "changeNotificationKind(type: UGCComment, email: digest)");
    for (const path of ["/post/1", "/post/2"]) await send(server, [me], { path });
    await server.pool.query(
      "update notifications.items set kind = 'OfLater', digest_at = $2 where person_id = $1 and path = '/post/1'",
      [me.id, new Date(now - 1000)],
    );
    const { items, unread } = await inbox(server, me);
    expect([items.map(({ url }) => url), unread]).toEqual([["/post/2"], 1]);
    await digestJob.run(server.ctx(), {}, run);
    await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: me });
    expect((await inbox(server, me)).unread).toBe(0);
    // It is there again with the later release.
    const { rows } = await server.pool.query(
      "select kind from notifications.items where person_id = $1 and read_at is null",
      [me.id],
    );
    expect(rows).toEqual([{ kind: "OfLater" }]);
  });

  test("updates the unread count live on every tab", async () => {
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
    await send(server, [me]);
    await until(1);
    await server.graphql("mutation { markNotificationsRead { unread } }", {}, { as: me });
    await until(0);
    stream.close();
  });

  test("notifies many people in one statement", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => server.member()));
    await send(server, people, { kind: "ChallengeStarting", facts: { title: "Eight" } });
    for (const person of people) expect((await inbox(server, person)).unread).toBe(1);
  });
});

describe("settings", () => {
  test("turn off a kind entirely or in one channel", async () => {
    const me = await server.member();
    const { changed } = await change(
      server,
      me,
      "changeNotificationKind(type: UGCComment, inbox: false, email: off)",
    );
    expect(changed!.kinds.find(({ type }) => type === "UGCComment")).toMatchObject({
      inbox: false,
      push: true,
      email: "off",
    });
    await send(server, [me]);
    expect((await inbox(server, me)).items).toEqual([]);
  });

  test("reject invalid values", async () => {
    const me = await server.member();
    for (const call of [
      'changeQuietHours(from: "22:00")',
      'changeQuietHours(from: "22:00", to: "22:00")',
      'changeQuietHours(from: "24:00", to: "7:00")',
      "changeNotificationKind(type: PaymentNews, email: off)",
    ])
      expect((await change(server, me, call)).codes).toEqual(["BAD_INPUT"]);
    expect((await change(server, me, "changeQuietHours")).codes).toEqual([]);
  });

  test("delay emails and push in quiet hours, in the person's time zone", async () => {
    const me = await server.member();
    await server.graphql('mutation { changeChallengeSettings(timeZone: "Asia/Tokyo") }', {}, { as: me });
    await change(server, me, "changeNotificationKind(type: UGCComment, email: at_once)");
    const { changed } = await change(server, me, 'changeQuietHours(from: "22:00", to: "07:30")');
    expect(changed).toMatchObject({ quietFrom: "22:00", timeZone: "Asia/Tokyo" });
    await succeed(
      server,
      me,
      'mutation ($keys: String!) { registerPushSubscription(platform: web, endpoint: "https://fcm.googleapis.com/fcm/send/quiet", keys: $keys) }',
      { keys: browserKeys() },
    );
    now = Date.UTC(2026, 10, 25, 14);
    await send(server, [me]);
    const [item] = (await inbox(server, me)).items;
    const morning = [Date.UTC(2026, 10, 25, 22, 30)];
    expect(await plannedFor("notifications.mail", `%${item!.id}`)).toEqual(morning);
    expect(await plannedFor("notifications.push", `%${item!.id}:%`)).toEqual(morning);
  });
});
test("signing in to an account merges the guest's inbox", async () => {
  const [guest, me] = [await server.anonymous(), await server.member()];
  await send(server, [guest]);
  await send(server, [me]);
  const { mergeNotifications } = await import("./index.ts");
  for (let again = 0; again < 2; again += 1)
    await server.ctx().transact((tx) => mergeNotifications(tx, { from: guest.id, into: me.id }));
  expect((await inbox(server, me)).unread).toBe(2);
});
