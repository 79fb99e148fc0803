import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { notify } from "./notify.ts";
import { change, succeed } from "./testing.ts";

interface Delivery {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
let server: TestServer;
let status = 201;
let refusals = 0;
const delivered: Delivery[] = [];
/** A local push service, like a browser vendor's. */
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(503).end();
      return;
    }
    delivered.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status).end();
  });
});
const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    service.listen(0, "127.0.0.1", resolve);
  });
  server = await startTestServer();
});
beforeEach(() => {
  status = 201;
  refusals = 0;
  delivered.length = 0;
});
afterAll(async () => {
  await server?.stop();
  service.close();
});

/** The browser's side of a push subscription. */
function browser(name: string) {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const auth = randomBytes(16);
  return {
    endpoint: `${origin()}/${name}`,
    keys: JSON.stringify({ p256dh, auth: auth.toString("base64url") }),
    /** Decrypts as in RFC 8291 and RFC 8188. */
    read(body: Buffer): { text: string; path: string; tag: string; unread: number } {
      const salt = body.subarray(0, 16);
      const keyLength = body[20]!;
      const serverKey = body.subarray(21, 21 + keyLength);
      const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, from, info, length));
      const shared = derive(
        pair.computeSecret(serverKey),
        auth,
        Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(p256dh, "base64url"), serverKey]),
        32,
      );
      const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const sealed = body.subarray(21 + keyLength);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
    },
  };
}
const register = (as: TestPerson, { endpoint, keys }: { endpoint: string; keys: string }, platform = "web") =>
  server.graphql<{ registerPushSubscription: boolean }>(
    `mutation ($endpoint: String!, $keys: String!) { registerPushSubscription(platform: ${platform}, endpoint: $endpoint, keys: $keys) }`,
    { endpoint, keys },
    { as },
  );
let notification = 0;
const send = (person: TestPerson) =>
  server.ctx().transact((tx) =>
    notify(tx, {
      sourceId: `source-${(notification += 1)}`,
      people: [person.id],
      kind: "BadgeEarned",
      groupKey: `badge:${notification}`,
      facts: { name: "First class" },
      path: "/challenges",
    }),
  );
const arrived = async (count: number) =>
  expect.poll(() => delivered.length, { timeout: 100_000 }).toBe(count);

describe("push", () => {
  test("reaches only the browser, signed with VAPID and encrypted", async () => {
    const [me, here] = [await server.member(), browser("one")];
    expect((await register(me, here)).data).toEqual({ registerPushSubscription: true });
    expect((await register(me, here)).data).toEqual({ registerPushSubscription: true });
    await send(me);
    await arrived(1);
    const [{ path, headers, body }] = delivered as [Delivery];
    expect(path).toBe("/one");
    expect(headers["content-encoding"]).toBe("aes128gcm");
    expect(Number(headers["ttl"])).toBeGreaterThan(0);
    expect(here.read(body)).toMatchObject({
      text: "You’ve earned “First class”.",
      path: "/challenges",
      unread: 1,
    });
    const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers["authorization"]))!;
    const { data } = await server.graphql<{ notificationSettings: { pushPublicKey: string } }>(
      "{ notificationSettings { pushPublicKey } }",
      {},
      { as: me },
    );
    expect(key).toBe(data!.notificationSettings.pushPublicKey);
    const raw = Buffer.from(key!, "base64url");
    const publicKey = await importJWK(
      {
        kty: "EC",
        crv: "P-256",
        x: raw.subarray(1, 33).toString("base64url"),
        y: raw.subarray(33).toString("base64url"),
      },
      "ES256",
    );
    const { payload } = await jwtVerify(token!, publicKey);
    expect(payload.aud).toBe(origin());
  });

  test("carries an announcement of the studio to those who turned it on", async () => {
    const [me, off] = [await server.member(), await server.member()];
    const [here, there] = [browser("announced"), browser("off")];
    await register(me, here);
    await register(off, there);
    await change(server, me, "changeNotificationKind(type: StudioAnnouncement, push: true)");
    const editor = await server.member({ role: "editor" });
    const id = randomUUID();
    const texts = [{ locale: "en", subject: "We dance on the roof", body: "At eight." }];
    await succeed(
      server,
      editor,
      `mutation ($id: ID!, $texts: [MessageTextInput!]!) {
        saveAnnouncement(id: $id, version: 0, texts: $texts, cards: [], audience: {}) { id } }`,
      { id, texts },
    );
    await succeed(server, editor, `mutation ($id: ID!) { sendAnnouncement(id: $id, version: 1) { id } }`, {
      id,
    });
    await arrived(1);
    expect(delivered[0]!.path).toBe("/announced");
    expect(here.read(delivered[0]!.body)).toMatchObject({
      text: "We dance on the roof",
      path: `/message/${id}`,
    });
    const sent = async () =>
      (
        await server.graphql<{ announcement: { state: string; figures: { byPush: number } } }>(
          "query ($id: ID!) { announcement(id: $id) { state figures { byPush } } }",
          { id },
          { as: editor },
        )
      ).data!.announcement;
    await expect.poll(sent).toEqual({ state: "sent", figures: { byPush: 1 } });
  });

  test("is retried when the service is busy, and drops a subscription that is gone", async () => {
    const [me, here] = [await server.member(), browser("two")];
    await register(me, here);
    refusals = 1;
    await send(me);
    await arrived(1);
    status = 410;
    await send(me);
    await arrived(2);
    const known = async () =>
      (await server.pool.query("select from notifications.push_subscriptions where person_id = $1", [me.id]))
        .rowCount;
    await expect.poll(known, { timeout: 60_000 }).toBe(0);
  });

  test("goes to the browser's last signed-in account, and stops once turned off", async () => {
    const [before, me, here] = [await server.member(), await server.member(), browser("three")];
    await register(before, here);
    await register(me, here);
    await send(before);
    await send(me);
    await arrived(1);
    await server.graphql(
      "mutation ($endpoint: String!) { removePushSubscription(endpoint: $endpoint) }",
      { endpoint: here.endpoint },
      { as: me },
    );
    await send(me);
    const other = browser("four");
    await register(me, other);
    await send(me);
    await arrived(2);
    expect(delivered.map(({ path }) => path)).toEqual(["/three", "/four"]);
  });

  test("accepts push service endpoints only, and no apps yet", async () => {
    const me = await server.member();
    const { keys } = browser("five");
    for (const endpoint of [
      "https://internal.example.test/x",
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com:8443/x",
      "https://fcm.googleapis.com.example.test/x",
      "nothing",
    ])
      expect((await register(me, { endpoint, keys })).errors[0]?.extensions).toMatchObject({
        code: "BAD_INPUT",
        field: "endpoint",
      });
    expect(
      (await register(me, { endpoint: "https://fcm.googleapis.com/x", keys: "{}" })).errors[0]?.extensions,
    ).toMatchObject({ code: "BAD_INPUT", field: "keys" });
  });

  test("rejects a native app with the reason: the product has no native push", async () => {
    const [me, here] = [await server.member(), browser("native")];
    for (const platform of ["ios", "android"])
      expect((await register(me, here, platform)).errors[0]).toMatchObject({
        message: "Push notifications for apps aren’t available yet. Register a browser with platform web.",
        extensions: { code: "PUSH_UNSUPPORTED", platform },
      });
    expect((await register(await server.anonymous(), here, "web")).data).toEqual({
      registerPushSubscription: true,
    });
  });
});
