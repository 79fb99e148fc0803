import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { countCompletion, seedChallenges } from "../challenges/index.ts";
import { lifecycleJob } from "../challenges/jobs.ts";
import { fanOutJob } from "./fan-out.ts";
import { planNotificationsJob } from "./plan-notifications.ts";
import { reactions } from "./reactions.ts";
import { change, hourMs, inbox } from "./testing.ts";

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

test("notifies participants once when a challenge begins and once before it ends, unless they have completed it", async () => {
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
  /** Does a worker's steps twice: poll, react, and process all pages. */
  const work = async () => {
    for (let time = 0; time < 2; time += 1) await lifecycleJob.run(server.ctx(), {}, {} as never);
    const { rows } = await server.pool.query<{ id: string; name: string; payload: { challengeId: string } }>(
      "select id, name, payload from platform.events where name like 'challenges.challenge_%' order by occurred_at",
    );
    for (const { id, name, payload } of rows)
      for (let time = 0; time < 2; time += 1)
        await fanOutJob.run(
          server.ctx(),
          // The first run as the previous release enqueued it.
          fanOutJob.schema.parse(
            time === 0
              ? {
                  sourceId: id,
                  kind: name.endsWith("started") ? "ChallengeStarting" : "ChallengeEnding",
                  challengeId: payload.challengeId,
                  after: null,
                }
              : {
                  sourceId: id,
                  reaction: `notifications.tell_${name.replace("challenges.", "")}`,
                  payload,
                  after: null,
                },
          ),
          {} as never,
        );
  };
  await join(early!);
  await join(done!);
  await work();
  expect((await inbox(server, early!)).items).toEqual([]);
  now += 2 * hourMs;
  await join(late!);
  await work();
  const begun = "“One in a week” has started. Your classes count from now.";
  expect((await inbox(server, early!)).items.map(({ text }) => text)).toEqual([begun]);
  expect((await inbox(server, late!)).items).toEqual([]);
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
  const ending = "“One in a week” ends in less than a day. You’re at 0 of 1.";
  expect((await inbox(server, early!)).items.map(({ text }) => text)).toEqual([ending, begun]);
  expect((await inbox(server, late!)).items.map(({ text }) => text)).toEqual([ending]);
  expect((await inbox(server, done!)).items.map(({ text }) => text)).toEqual([begun]);
});

test("puts billing events into the account's inbox", async () => {
  const me = await server.member();
  const about = { accountId: me.id, subscriptionId: randomUUID() };
  const react = (name: string, payload: object) =>
    reactions
      .find((one) => one.name === `notifications.${name}`)!
      .run(server.ctx(), payload, {
        id: randomUUID(),
        occurredAt: new Date(now),
        signal: new AbortController().signal,
      });
  await react("tell_trial_ending", { ...about, endsAt: "2026-12-24T20:00:00.000Z" });
  expect((await inbox(server, me)).items[0]).toMatchObject({
    type: "TrialEnding",
    text: "Your trial ends on Dec 24, 2026.",
    url: "/account/subscription",
  });
  await server.graphql('mutation { changeChallengeSettings(timeZone: "Asia/Tokyo") }', {}, { as: me });
  expect((await inbox(server, me)).items[0]!.text).toBe("Your trial ends on Dec 25, 2026.");
  await react("tell_payment_failed", {
    ...about,
    subscriptionId: randomUUID(),
    invoiceId: randomUUID(),
    code: "CARD_DECLINED",
    retryAt: null,
  });
  await react("tell_subscription_ended", { ...about, status: "canceled", previousStatus: "pending" });
  expect((await inbox(server, me)).items.map(({ type }) => type).toSorted()).toEqual([
    "PaymentNews",
    "TrialEnding",
  ]);
});

test("notifies the owner of an upload and the author of moderated content, but not of a class's transcode", async () => {
  const me = await server.member();
  const id = randomUUID();
  await server.pool.query(
    "insert into community.content (id, kind, author_id, created_at) values ($1, 'video_upload', $2, now())",
    [id, me.id],
  );
  const react = (name: string, payload: object) =>
    reactions
      .find((one) => one.name === `notifications.${name}`)!
      .run(server.ctx(), payload, {
        id: randomUUID(),
        occurredAt: new Date(now),
        signal: new AbortController().signal,
      });
  await react("tell_upload_ready", { assetId: id, durationMs: 1000 });
  await react("tell_upload_ready", { assetId: randomUUID(), durationMs: 1000 });
  await react("tell_decided", {
    caseId: id,
    personId: me.id,
    contentType: "post",
    outcome: "removed",
    path: "/post/1",
  });
  expect((await inbox(server, me)).items.map(({ type, text, url }) => [type, text, url]).toSorted()).toEqual([
    ["ModerationOutcome", "Your post was removed", "/post/1"],
    ["UploadReady", "Your video is ready.", `/video/${id}`],
  ]);
});

test("notifies opted-in people of the class of the day once, in their local morning", async () => {
  const [me, other] = [await server.member(), await server.member()];
  for (const person of [me, other]) {
    await server.graphql('mutation { changeChallengeSettings(timeZone: "Asia/Tokyo") }', {}, { as: person });
    await server.graphql(
      "mutation { setDanceCadencePreference(slugs: [], daysPerWeek: 7) { id } }",
      {},
      { as: person },
    );
  }
  await change(server, me, "changeNotificationKind(type: PlanOfTheDay, inbox: true)");
  // One by one: the library then has enough classes for a week.
  for (let count = 0; count < 8; count += 1) await createClass(server.pool);
  const monday = Date.UTC(2026, 11, 14);
  const texts: string[] = [];
  for (const hour of [0, 8, 22, 23, 23.5]) {
    now = monday + 7 * 24 * hourMs + hour * hourMs;
    await planNotificationsJob.run(server.ctx(), {}, {} as never);
    texts.push((await inbox(server, me)).items.map(({ text }) => text).join());
  }
  // Tokyo is nine hours ahead: 8:00 there is 23:00 UTC the day before.
  expect(texts.slice(0, 3)).toEqual(["", "", ""]);
  expect(texts[3]).toMatch(/^Today’s class: /);
  expect(texts[4]).toBe(texts[3]);
  expect((await inbox(server, other)).items).toEqual([]);
});
