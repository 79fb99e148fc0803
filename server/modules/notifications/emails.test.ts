import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { digestJob, mailJob } from "./jobs.ts";
import { change, hourMs, inbox, send } from "./testing.ts";

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

test("sends an immediate email once per item, despite retries, and not for read items", async () => {
  const me = await server.member();
  await change(server, me, "changeNotificationKind(type: UGCComment, email: at_once)");
  await send(server, [me]);
  const [item] = (await inbox(server, me)).items;
  for (let attempt = 0; attempt < 3; attempt += 1)
    await mailJob.run(server.ctx(), { itemId: item!.id }, {} as never);
  expect((await mailsTo(me)).map(({ subject }) => subject)).toEqual(["Someone commented on your post"]);
  await send(server, [me]);
  const [second] = (await inbox(server, me)).items;
  await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: me });
  await mailJob.run(server.ctx(), { itemId: second!.id }, {} as never);
  expect(await mailsTo(me)).toHaveLength(1);
});

test("records what kind of email it was, and no sentence with the names of others", async () => {
  const me = await server.member();
  await change(server, me, "changeNotificationKind(type: UGCComment, email: at_once)");
  await send(server, [me]);
  const [item] = (await inbox(server, me)).items;
  await mailJob.run(server.ctx(), { itemId: item!.id }, {} as never);
  const { rows } = await server.pool.query("select subject from platform.sent_emails where person_id = $1", [
    me.id,
  ]);
  expect(rows).toEqual([{ subject: "Comments on your posts" }]);
});

test("sends one daily digest per person, before the evening", async () => {
  const me = await server.member();
  now = Date.UTC(2026, 10, 26, 9);
  await send(server, [me], { path: "/post/1" });
  await send(server, [me], { kind: "UGCMention", path: "/post/2" });
  const run = () => digestJob.run(server.ctx(), {}, {} as never);
  await run();
  expect(await mailsTo(me)).toEqual([]);
  now = Date.UTC(2026, 10, 26, 17, 1);
  await Promise.all([run(), run()]);
  await run();
  const mails = await mailsTo(me);
  expect(mails.map(({ subject }) => subject)).toEqual(["2 things since you were last here"]);
});

test("unsubscribes by link without signing in: on POST only, not on GET", async () => {
  const me = await server.member();
  await change(server, me, "changeNotificationKind(type: UGCComment, email: at_once)");
  await send(server, [me]);
  const [item] = (await inbox(server, me)).items;
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

test("sends digests an hour late, except to people who turned them off", async () => {
  const me = await server.member();
  now = Date.UTC(2026, 10, 27, 9);
  await send(server, [me]);
  await change(server, me, "changeNotificationKind(type: UGCComment, email: off)");
  now += 9 * hourMs;
  await digestJob.run(server.ctx(), {}, {} as never);
  const { rows } = await server.pool.query(
    "select from notifications.items where person_id = $1 and mailed_at is not null",
    [me.id],
  );
  expect(rows).toEqual([]);
});

test("sends comments, replies and likes to the people concerned, with one-click unsubscribe headers", async () => {
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
    const response = await working.graphql(
      'mutation ($postId: ID!) { createComment(postId: $postId, text: "It does", idempotencyKey: "comment-on-it") { id } }',
      { postId },
      { as: other },
    );
    expect(response.errors).toEqual([]);
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
      .toEqual(["demo_ben commented on your post.", "demo_ben liked your post."]);
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
