import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { notificationOf, signedForm } from "../../../../testing/braintree-books.ts";
import { braintreeMerchant } from "../../../../testing/braintree-objects.ts";
import { forgetAccount } from "../../accounts/deletion.ts";
import { reconcile } from "../../reconciliation/reconciliation.ts";
import { subscriptionOf } from "../../testing.ts";
import {
  begin,
  braintree,
  ctx,
  deliver,
  gateway,
  openEvents,
  post,
  saleOf,
  server,
  startWithBraintree,
} from "./testing.ts";

startWithBraintree();

const settledNote = (at = new Date()) =>
  notificationOf(
    "transaction_settled",
    `<transaction><id>${randomUUID().slice(0, 8)}</id></transaction>`,
    at,
  );
const statusOf = async (me: Parameters<typeof subscriptionOf>[1]) =>
  (await subscriptionOf(server, me))?.status ?? null;
const eventCount = async (): Promise<number> =>
  (await server.pool.query("select count(*)::int as count from billing.webhook_events")).rows[0]
    .count as number;

describe("Braintree's webhook", () => {
  test("proves its address to Braintree, and signs nothing else", async () => {
    const { publicKey } = braintreeMerchant;
    const answer = await server.fetch("/webhooks/braintree?bt_challenge=20f9f8ed05f77439fe955c977e4c8a53");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(new RegExp(`^${publicKey}\\|[0-9a-f]{40}$`));
    const payload = Buffer.from("<notification/>").toString("base64");
    for (const query of ["", "?bt_challenge=", `?bt_challenge=${payload}`, "?bt_challenge=a&bt_challenge=b"])
      expect((await server.fetch(`/webhooks/braintree${query}`)).status).toBe(400);
  });

  test("rejects a forged, foreign, altered, old or future notification", async () => {
    const { body } = settledNote();
    const form = new URLSearchParams(body);
    const payload = form.get("bt_payload")!;
    const altered = Buffer.from(Buffer.from(payload, "base64").toString().replace("settled", "disbursed"));
    const before = await eventCount();
    for (const bad of [
      "",
      "bt_payload=&bt_signature=",
      new URLSearchParams({ bt_payload: payload }).toString(),
      new URLSearchParams({ bt_payload: payload, bt_signature: "eightcount_public_key|" }).toString(),
      new URLSearchParams({ bt_payload: payload, bt_signature: `other|${"0".repeat(40)}` }).toString(),
      signedForm(payload, "another private key"),
      new URLSearchParams({
        bt_payload: altered.toString("base64"),
        bt_signature: form.get("bt_signature")!,
      }).toString(),
      settledNote(new Date(Date.now() - 4 * 86_400_000)).body,
      settledNote(new Date(Date.now() + 3_600_000)).body,
      signedForm(Buffer.from("no XML").toString("base64")),
      signedForm(Buffer.from("<notification/>").toString("base64")),
      signedForm(Buffer.from("<other><kind>check</kind></other>").toString("base64")),
    ])
      expect((await post(bad)).status).toBe(400);
    expect(await eventCount()).toBe(before);
  });

  test("stores a notification once, and the control panel's test never", async () => {
    const before = await eventCount();
    const { body } = settledNote();
    for (const _ of [1, 2, 3]) expect((await post(body)).status).toBe(200);
    expect(
      (await post(notificationOf("check", '<check type="boolean">true</check>', new Date()).body)).status,
    ).toBe(200);
    expect(
      (await post(notificationOf("disbursement", "<disbursement><id>a</id></disbursement>", new Date()).body))
        .status,
    ).toBe(200);
    expect(await eventCount()).toBe(before + 2);
    await expect.poll(openEvents, { timeout: 60_000 }).toBe(0);
  });

  test("asks Braintree instead of believing what it says", async () => {
    const { me } = await begin("pending", { type: "paypal_express_checkout" });
    const lie = notificationOf(
      "transaction_settled",
      `<transaction><id>${await saleOf(me)}</id><status>settled</status></transaction>`,
      new Date(),
    );
    await deliver([lie]);
    expect(await statusOf(me)).toBe("pending");
    braintree.settle();
    await deliver();
    expect(await statusOf(me)).toBe("active");
  });
});

test("a bank's question about papers is no loss, even if no one answers", async () => {
  const { me } = await begin("good");
  const sale = await saleOf(me);
  const ref = braintree.dispute(sale, "open", "retrieval");
  braintree.dispute(sale, "expired");
  await deliver();
  const { rows } = await server.pool.query("select status from billing.disputes where ref = $1", [ref]);
  expect(rows).toEqual([{ status: "won" }]);
});

test("a payment whose settlement fails later is a lost dispute with that reason", async () => {
  const { me, answer } = await begin("paypal", { type: "paypal_express_checkout" });
  expect(answer.data?.subscriptionCreateV2.status).toBe("active");
  const sale = await saleOf(me);
  braintree.declineSettlement(sale);
  await deliver();
  expect(await statusOf(me)).toBe("canceled");
  const { rows } = await server.pool.query(
    "select reason, status, amount from billing.disputes where ref = $1",
    [`settlement_${sale}`],
  );
  expect(rows).toEqual([{ reason: "settlement_declined", status: "lost", amount: 1499 }]);
});

test("the nightly comparison finds what no news told: refunds, disputes and failed settlements", async () => {
  const span = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)] as const;
  const [refunded, disputed, declined, voided] = [
    await begin("good"),
    await begin("good"),
    await begin("paypal", { type: "paypal_express_checkout" }),
    await begin("good"),
  ];
  const sales = await Promise.all([refunded, disputed, declined, voided].map(({ me }) => saleOf(me)));
  braintree.voidSale(sales[3]!);
  braintree.settle();
  braintree.refund(sales[0]!, { amount: "4.00" });
  braintree.dispute(sales[1]!, "lost");
  braintree.declineSettlement(sales[2]!);
  braintree.unsent.splice(0);
  await reconcile(ctx, gateway, ...span);
  expect(await reconcile(ctx, gateway, ...span)).toBe(0);
  expect(await statusOf(disputed.me)).toBe("canceled");
  expect(await statusOf(declined.me)).toBe("canceled");
  const { rows } = await server.pool.query(
    "select subject, (details ->> 'amount')::int as amount from billing.differences where kind = 'refund_found' and subject = any($1) order by amount",
    [[sales[0], sales[3]]],
  );
  expect(rows).toEqual([
    { subject: sales[0], amount: 400 },
    { subject: sales[3], amount: 1499 },
  ]);
});

test("the nightly comparison reads every page of a long list", async () => {
  const at = new Date(Date.now() - 40 * 86_400_000);
  const [known] = braintree.sales.values();
  for (let number = 0; number < 130; number += 1)
    braintree.sales.set(`page${number}`, {
      ...known!,
      id: `page${number}`,
      status: "settled",
      refunds: [],
      createdAt: at,
    });
  const seen = new Set<string>();
  for await (const { ref } of gateway.listPayments(
    ctx,
    new Date(at.getTime() - 1000),
    new Date(at.getTime() + 1000),
  ))
    seen.add(ref);
  expect(seen.size).toBe(130);
});

test("a deleted account is deleted at Braintree, and what PayPal still waited for is canceled", async () => {
  const { me } = await begin("pending", { type: "paypal_express_checkout" });
  const sale = await saleOf(me);
  await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
  await forgetAccount(ctx, me.id);
  await forgetAccount(ctx, me.id);
  expect(braintree.saleOf(sale).status).toBe("voided");
  expect(braintree.customers.has(me.id)).toBe(false);
});
