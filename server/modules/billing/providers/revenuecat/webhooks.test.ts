import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  storeSignature,
  storeSigningSecret,
  storeWebhookAuthorization,
} from "../../../../testing/revenuecat-server.ts";
import { deliver, revenueCat, server, startWithRevenueCat, statusesOf } from "./testing.ts";

startWithRevenueCat();

const event = (fields: object = {}) =>
  JSON.stringify({
    api_version: "1.0",
    event: {
      id: randomUUID(),
      type: "RENEWAL",
      app_user_id: randomUUID(),
      environment: "PRODUCTION",
      ...fields,
    },
  });
const post = (body: string, headers: Record<string, string> = {}) =>
  server.fetch("/webhooks/revenuecat", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: storeWebhookAuthorization,
      "x-revenuecat-webhook-signature": storeSignature(body),
      ...headers,
    },
    body,
  });
const stored = async (eventId: string) =>
  (await server.pool.query("select payload from billing.webhook_events where event_id = $1", [eventId]))
    .rows as {
    payload: { customers: string[] };
  }[];
const now = () => Math.floor(Date.now() / 1000);

describe("the webhook accepts", () => {
  test("the current authorization value and the one before", async () => {
    for (const authorization of [storeWebhookAuthorization, "Bearer eightcount-webhook-previous"])
      expect((await post(event(), { authorization })).status).toBe(200);
  });

  test("two signatures while RevenueCat rotates its secret, and ours that is still the old one", async () => {
    const body = event();
    const at = now();
    const [, old] = storeSignature(body, { secret: "eightcount-signing-previous", at }).split(",");
    const [, other] = storeSignature(body, { secret: "a secret of tomorrow", at }).split(",");
    for (const signature of [`t=${at},${other},${old}`, `t=${at},${old}`])
      expect((await post(body, { "x-revenuecat-webhook-signature": signature })).status).toBe(200);
  });

  test("an event again, and stores it once with nothing but whom it is about", async () => {
    const [id, me, former] = [randomUUID(), randomUUID(), randomUUID()];
    const body = event({
      id,
      app_user_id: me.toUpperCase(),
      aliases: ["$RCAnonymousID:8069238d6049ce87cc529853916d624c", me],
      original_app_user_id: former,
      subscriber_attributes: { $email: { value: "demo@example.test" } },
      price: 14.99,
    });
    for (const _ of [1, 2]) expect((await post(body)).status).toBe(200);
    const [row, ...others] = await stored(id);
    expect(others).toEqual([]);
    expect(row!.payload).toEqual({ kind: "other", ref: null, key: null, customers: [me, former] });
  });

  test("the dashboard's test, and asks about no one", async () => {
    const before = revenueCat.requests();
    await deliver(revenueCat.stores.test());
    expect(revenueCat.requests()).toBe(before);
  });

  test("what people see in an app, without storing it", async () => {
    const shown = revenueCat.stores.showPaywall(randomUUID());
    expect((await post(shown.payload)).status).toBe(200);
    expect(await stored(shown.id)).toEqual([]);
  });
});

describe("the webhook refuses", () => {
  test.each([
    ["no authorization", { authorization: "" }, 401],
    ["another authorization", { authorization: `${storeWebhookAuthorization}x` }, 401],
    ["the beginning of the authorization", { authorization: storeWebhookAuthorization.slice(0, -1) }, 401],
    ["no signature", { "x-revenuecat-webhook-signature": "" }, 401],
    ["a damaged signature", { "x-revenuecat-webhook-signature": `t=${now()},v1=00` }, 401],
  ])("%s", async (_, headers, status) => {
    const id = randomUUID();
    const answer = await post(event({ id }), headers);
    expect(answer.status).toBe(status);
    expect(await stored(id)).toEqual([]);
  });

  test.each([-310, 330])("a signature whose time differs by %i seconds", async (seconds) => {
    const body = event();
    const signature = storeSignature(body, { at: now() + seconds });
    expect((await post(body, { "x-revenuecat-webhook-signature": signature })).status).toBe(401);
  });

  test("a signature of another body, of another time and by another secret", async () => {
    const body = event();
    const at = now();
    const others = [
      storeSignature(`${body} `),
      storeSignature(body, { at: at - 1 }).replace(/t=\d+/, `t=${at}`),
      storeSignature(body, { secret: `${storeSigningSecret}x` }),
    ];
    for (const signature of others)
      expect((await post(body, { "x-revenuecat-webhook-signature": signature })).status).toBe(401);
  });

  test.each(["", "no event", "[]", '{"event":{}}', '{"event":{"id":"a\\u0000","type":"RENEWAL"}}'])(
    "the body %j",
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  test("a body that is too large", async () => {
    expect((await post(event({ filler: "x".repeat(300_000) }))).status).toBe(413);
  });
});

test("a purchase in a store’s test environment grants nothing, by news and by reading", async () => {
  const me = await server.member();
  const { id } = revenueCat.stores.buy(me.id, "premiumMonthly", { isSandbox: true, trialDays: 7 });
  const bought = revenueCat.events.at(-1)!;
  expect((await post(bought.payload)).status).toBe(200);
  expect(await stored(id)).toEqual([]);
  // News of a real purchase reads both.
  await deliver(revenueCat.stores.buy(me.id, "basicMonthly"));
  expect(await statusesOf(me)).toEqual(["active"]);
  const { rows } = await server.pool.query(
    `select plan_id, (select count(*)::int from billing.trials where subscription_id = id) as trials
     from billing.subscriptions where person_id = $1`,
    [me.id],
  );
  expect(rows).toEqual([{ plan_id: "basic-monthly", trials: 0 }]);
});
